import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn as fillInAt, signIn, investorAt } from '../support/steps'
import { textsOf, writtenIn } from '../support/texts'
import { signedIn } from '../support/visitor'
import { otherScriptedLanguages, scriptedLanguages } from '../support/reading-modes'

/** Deposits with scripts on; `tests/journeys/deposits.test.ts` tests their HTML. */

// The demonstration has each state on the day of its start only; a moved clock would change its entries.
test.use({ clock: 'still' })

test.describe('the expected income of an amount', () => {
  for (const lng of otherScriptedLanguages)
    test.describe(`with scripts on, in ${lng}`, () => {
      test.use({ lng })

      test('is calculated on a press, keeps the input, and links to the review page', async ({
        page,
        stack,
        say,
      }) => {
        const investor = await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
        const main = page.locator('main')
        const workOut = async (amount: string) => {
          await fillInAt(page, { currency: 'USDT', amount })
          await page.getByRole('button', { name: say('cabinet:deposits.prospect.submit') }).click()
        }
        const usdt = (figure: string) => `${writtenIn(lng, figure)}\u00a0USDT`
        await workOut(writtenIn(lng, '300.5'))
        await expect(page).toHaveURL(/\?currency=USDT&amount=300[.,]5$|amount=300%2C5$/)
        // 300.5 × 1.11 % = 3.33555 a day; × 50 = 166.7775; twice that a day for 50 more: 500.3325
        await expect(main).toContainText(say('cabinet:deposits.prospect.of', { amount: usdt('300.50') }))
        await expect(main).toContainText(say('cabinet:deposits.prospect.day', { amount: usdt('3.33555') }))
        await expect(main).toContainText(usdt('166.7775'))
        await expect(main).toContainText(usdt('500.3325'))
        await expect(page.locator('main [name=amount]')).toHaveValue(writtenIn(lng, '300.5'))
        expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)

        await workOut('1.000,5')
        await expect(page.locator('main [name=amount]')).toHaveAttribute('aria-invalid', 'true')
        await expect(main).toContainText(say('refusals:code.amount_ambiguous'))

        await workOut('300')
        await expect(main).toContainText(usdt('166.50'))
        await page.locator('main [name=planId][value=breeze]').check()
        await page.getByRole('button', { name: say('common:action.continue') }).click()
        await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
        await expect(main).toContainText(usdt('166.50'))
      })
    })
})

test.describe('one deposit', () => {
  test('with scripts on its dates are offered as a calendar file', async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const request = { planId: 'breeze', currency: 'USDT', amount: '300' }
    const { deposit } = (await investor.ask('POST', '/funds/deposits', request)) as {
      deposit: { id: string }
    }
    await signIn(page, investor)
    await page.goto(`/cabinet/deposits/${deposit.id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a[href$="/calendar.ics"]').click(),
    ])
    expect(download.suggestedFilename()).toBe(`deposit-${deposit.id}.ics`)

    const answer = await page.request.get(`/cabinet/deposits/${deposit.id}/calendar.ics`)
    expect(answer.headers()['content-type']).toContain('text/calendar; charset=utf-8')
    const file = await answer.text()
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect(file).toContain(`UID:deposit-${deposit.id}-first-term@localhost`)

    for (const lng of scriptedLanguages) {
      const say = textsOf(lng)
      const reader = await signedIn(stack.url, investor, lng)
      const path = `/cabinet/deposits/${deposit.id}/calendar.ics`
      const lines = unfolded((await reader.visit(path)).html)
      const of = { plan: lng === 'ru' ? 'Бриз' : 'Breeze', amount: `${writtenIn(lng, '300.00')}\u00a0USDT` }
      expect(lines.filter((line) => line.startsWith('SUMMARY')).map(plain), lng).toEqual(
        ['first', 'second'].map((term) => say(`refusals:calendar.${term}`, of)),
      )
      expect(lines.filter((line) => line.startsWith('DESCRIPTION')).map(plain), lng).toEqual(
        ['firstText', 'secondText'].map(
          (text) => `${say(`refusals:calendar.${text}`)}\n${say('common:risk.warning')}`,
        ),
      )
    }

    const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    expect((await other.visit(`/cabinet/deposits/${deposit.id}/calendar.ics`)).status).toBe(404)
  })
})

/** The lines of a calendar file (RFC 5545, 3.1): a line that begins with a space continues the one before. */
const unfolded = (file: string): string[] => file.replace(/\r\n /g, '').split('\r\n')

/** The text of such a line, without its name and its escapes. */
const plain = (line: string): string =>
  line.slice(line.indexOf(':') + 1).replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
