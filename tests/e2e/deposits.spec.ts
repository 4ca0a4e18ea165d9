import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { signIn, investorAt } from '../support/steps'
import { textsOf, writtenIn } from '../support/texts'
import { signedIn } from '../support/visitor'
import { otherScriptedLanguages, scriptedLanguages } from '../support/reading-modes'

/** Deposits with scripts on; `tests/journeys/deposits.test.ts` tests their HTML. */

// The demonstration has each state on the day of its start only; a moved clock would change its entries.
test.use({ clock: 'still' })

test.describe('the receipt of an amount', () => {
  for (const lng of otherScriptedLanguages)
    test.describe(`with scripts on, in ${lng}`, () => {
      test.use({ lng })

      test('answers while the amount is typed, chooses the plan, and leads to the review page', async ({
        page,
        stack,
        say,
      }) => {
        const investor = await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
        const main = page.locator('main')
        const amount = page.locator('main [name=amount]')
        const receipt = page.locator('section[aria-labelledby=receipt]')
        const plan = (id: string) => page.locator(`main [name=planId][value=${id}]`)
        const usdt = (figure: string) => `${writtenIn(lng, figure)}\u00a0USDT`
        await amount.fill(writtenIn(lng, '300.5'))
        // 300.5 × 1.11 % = 3.33555 a day; × 50 = 166.7775; twice that a day for 50 more: 500.3325
        for (const figure of ['3.33555', '166.7775', '6.6711', '300.50'])
          await expect(receipt).toContainText(usdt(figure))
        await expect(plan('breeze')).toBeChecked()
        await expect(amount).toHaveValue(writtenIn(lng, '300.5'))
        expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)

        await amount.fill('1.000,5')
        await expect(amount).toHaveAttribute('aria-invalid', 'true')
        await expect(main).toContainText(say('refusals:code.amount_ambiguous'))

        // A plan that the reader has chosen stays, whatever the amount.
        await plan('depth').check()
        await amount.fill('300')
        await expect(amount).toHaveAttribute('aria-invalid', 'true')
        await expect(plan('depth')).toBeChecked()
        await plan('breeze').check()
        await expect(receipt).toContainText(usdt('166.50'))
        await page.getByRole('button', { name: say('common:action.continue') }).click()
        await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
        await expect(main).toContainText(usdt('166.50'))

        // So does one that the address names.
        await page.goto('/cabinet/deposits/new?planId=depth')
        await amount.fill('300')
        await expect(amount).toHaveAttribute('aria-invalid', 'true')
        await expect(plan('depth')).toBeChecked()
      })

      test('answers what was typed before the scripts ran', async ({ page, stack }) => {
        await investorAt(page, stack, '/cabinet', { usdt: '700' })
        const amount = page.locator('main [name=amount]')
        const receipt = page.locator('section[aria-labelledby=receipt]')
        const plan = (id: string) => page.locator(`main [name=planId][value=${id}]`)
        const usdt = (figure: string) => `${writtenIn(lng, figure)}\u00a0USDT`
        const beforeScripts = async (type: () => Promise<void>) => {
          let release = () => {}
          const held = new Promise<void>((resolve) => (release = resolve))
          await page.route(/\/build\/.*\.js$/, async (route) => (await held, route.continue()))
          await page.goto('/cabinet/deposits/new', { waitUntil: 'commit' })
          await type()
          release()
        }
        await beforeScripts(() => amount.fill('300'))
        await expect(receipt).toContainText(usdt('166.50'))
        await expect(plan('breeze')).toBeChecked()

        // The chosen plan doesn't take the amount, and stays chosen.
        await beforeScripts(async () => {
          await amount.fill('300')
          await plan('depth').check()
        })
        await expect(amount).toHaveAttribute('aria-invalid', 'true')
        await expect(plan('depth')).toBeChecked()
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
