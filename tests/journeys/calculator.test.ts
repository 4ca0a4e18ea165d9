import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'

/** The calculator by HTML alone. */

const amounts = {
  ru: { profit: '555,00 USDT', both: '1 665,00 USDT', total: '1 555,00 USDT', odd: '2500,5' },
  en: { profit: '555.00 USDT', both: '1,665.00 USDT', total: '1,555.00 USDT', odd: '2500.5' },
}
// 2,500.50 × 1.11 % × 50 is 1,387.7775.
const oddProfit = { ru: '1 387,7775 USDT', en: '1,387.7775 USDT' }
const result = '#calculator-result'

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('shows a real result at once, and keeps its input in the address, by month on request', async ({
      stack,
    }) => {
      const visitor = openVisitor(stack.url, lng)
      const page = await visitor.visit('/')
      for (const text of [amounts[lng].profit, amounts[lng].both, amounts[lng].total])
        expect(page.textOf(result)).toMatch(figure(text))
      expect(page.textOf('[role="note"]')).toContain(say('common:risk.warning'))

      const typed = { plan: 'breeze', amount: amounts[lng].odd, unit: 'year', by: 'month' }
      const answer = await visitor.press(page, 'name="amount"', typed)
      expect(answer.url.search).toMatch(/^\?plan=breeze&coin=USDT&amount=2500[.%]\S*&unit=year&by=month$/)
      expect(answer.textOf(result)).toMatch(figure(oddProfit[lng]))
      expect(answer.textOf(result)).toMatch(lng === 'en' ? /405\.15%/ : /405,15\s%/)
      expect(answer.typed('amount')).toBe(amounts[lng].odd)
      expect(answer.$(`${result} h3`).is('[autofocus]')).toBe(true)
      expect(answer.textOf(`${result} figure > div`)).toContain(say('site:calculator.byMonth', { month: 3 }))
      expect(answer.textOf(`${result} summary`)).toBe(say('site:calculator.asTable'))
      expect(answer.$(`${result} tr`)).toHaveLength(1 + 4)
    })

    test('shows the error at the field, keeps the input, and is still a complete page', async ({ stack }) => {
      const visitor = openVisitor(stack.url, lng)
      const answer = await visitor.press(await visitor.visit('/'), 'name="amount"', { amount: '99' })
      expect(answer.status).toBe(200)
      expect(answer.typed('amount')).toBe('99')
      const field = answer.$('[name="amount"]')
      expect(field.attr('aria-invalid')).toBe('true')
      expect(field.is('[autofocus]')).toBe(true)
      const min = lng === 'en' ? '100.00 USDT' : '100,00 USDT'
      expect(answer.textOf('#calculator-amount-error')).toBe(say('refusals:code.amount_below_min', { min }))
      expect(answer.textOf(`${result} output`)).toBe('—')
    })
  })

/** Matches a whole amount: 3.33 does not match 403.33. */
const figure = (text: string) => new RegExp(`(?<![\\d.,])${text.replace('.', '\\.')}(?!\\d)`)

test('a character that HTML does not allow is not sent back', async ({ stack }) => {
  const { status, html } = await openVisitor(stack.url).visit('/?amount=1%00000')
  expect(status).toBe(200)
  expect(html).not.toContain('\0')
})
