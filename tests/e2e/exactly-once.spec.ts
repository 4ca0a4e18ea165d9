import { type Page } from '@playwright/test'
import { type Investor, newInvestor, tronWallet } from '../support/investor'
import { type WatchedStack, expect, test } from '../support/journey'
import { fillIn, send, signIn } from '../support/steps'

/**
 * Each form that moves money, pressed twice, sent ten times at once, reloaded, gone back to and sent from a second
 * tab: the upstream commits it once, and the investor ends on the one entry that it made.
 */

interface MoneyForm {
  name: string
  /** Fills in the form, where it has fields. */
  fill?: (page: Page) => Promise<void>
  /** Makes what the form needs, and brings the page to the press that moves the money. */
  reach: (page: Page, investor: Investor) => Promise<void>
  /** A field of the form whose press moves the money. */
  mark: string
  /** The address of the entry that it makes. */
  entry: RegExp
  /** The call that commits. */
  call: RegExp
  /** What its page says once there is nothing left to do. */
  nothingLeft?: string
  /** How many of its entries the investor has. */
  entries: (investor: Investor) => Promise<number>
}

async function topUpForm(page: Page): Promise<void> {
  await page.goto('/cabinet/top-up')
  await fillIn(page, { system: 'usdt-trc20', amount: '50' })
}

async function openingForm(page: Page): Promise<void> {
  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
}

async function withdrawalForm(page: Page): Promise<void> {
  await page.goto('/cabinet/withdrawals/new?system=usdt-trc20')
  await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
}

async function exchangeForm(page: Page): Promise<void> {
  await page.goto('/cabinet/exchange')
  await fillIn(page, { from: 'USDT', to: 'BTC', amount: '200' })
}

const moneyForms: MoneyForm[] = [
  {
    name: 'top-up',
    fill: topUpForm,
    reach: topUpForm,
    mark: 'submission',
    entry: /\/cabinet\/top-up\/[^/]+$/,
    call: /^\/api\/funds\/refills$/,
    entries: (investor) => total(investor, '/funds/refills', 1), // one made the 700
  },
  {
    name: 'opening a deposit',
    fill: openingForm,
    async reach(page) {
      await openingForm(page)
      await send(page, 'amount')
      await expect(page.locator('main form:has([name=submission]) [name=amount][type=hidden]')).toHaveValue(
        /^300/,
      )
    },
    mark: 'submission',
    entry: /\/cabinet\/deposits\/(?!new)[^/]+$/,
    call: /^\/api\/funds\/deposits$/,
    entries: (investor) => total(investor, '/funds/deposits'),
  },
  {
    name: 'closing a deposit',
    async reach(page, investor) {
      const { deposit } = (await investor.ask('POST', '/funds/deposits', {
        planId: 'breeze',
        currency: 'USDT',
        amount: '300',
      })) as { deposit: { id: string } }
      await investor.ask('POST', '/ext/demo/clock', { days: 50 })
      await page.goto(`/cabinet/deposits/${deposit.id}/close`)
    },
    mark: 'submission',
    entry: /\/cabinet\/deposits\/[^/]+$/,
    call: /^\/api\/funds\/deposits\/client\/close\//,
    nothingLeft: 'cabinet:deposits.close.already',
    entries: (investor) => total(investor, '/funds/deposits?status=closed'),
  },
  {
    name: 'withdrawal',
    fill: withdrawalForm,
    async reach(page) {
      await withdrawalForm(page)
      await send(page, 'wallet')
      await expect(page.locator('main form:has([name=submission]) [name=wallet][type=hidden]')).toHaveValue(
        tronWallet,
      )
    },
    mark: 'submission',
    entry: /\/cabinet\/withdrawals\/(?!new)[^/]+$/,
    call: /^\/api\/funds\/payments$/,
    entries: (investor) => total(investor, '/funds/payments'),
  },
  {
    name: 'cancelling a withdrawal',
    async reach(page, investor) {
      const asked = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
      const { payment } = (await investor.ask('POST', '/funds/payments', asked)) as {
        payment: { id: string }
      }
      await page.goto(`/cabinet/withdrawals/${payment.id}/cancel`)
    },
    mark: 'submission',
    entry: /\/cabinet\/withdrawals\/[^/]+$/,
    call: /^\/api\/ext\/payments\/[^/]+\/cancel$/,
    nothingLeft: 'cabinet:withdrawals.cancel.tooLate',
    entries: (investor) => total(investor, '/user/operations/?type=payment_return'),
  },
  {
    name: 'exchange',
    fill: exchangeForm,
    async reach(page) {
      await exchangeForm(page)
      await send(page, 'amount')
      await expect(page.locator('main form:has([name=submission]) [name=rateId][type=hidden]')).toHaveValue(
        /./,
      )
    },
    mark: 'submission',
    entry: /\/cabinet\/exchange\?done=/,
    call: /^\/api\/user\/exchange$/,
    entries: (investor) => total(investor, '/user/operations/?type=exchange_out'),
  },
]

for (const { name, fill, reach, mark, entry, call, nothingLeft: nothing, entries } of moneyForms) {
  const commits = (stack: WatchedStack, since: number) =>
    stack.upstreamCalls
      .slice(since)
      .filter(({ method, path, status }) => method === 'POST' && call.test(path) && status < 300)
      .filter(({ headers }) => headers['idempotent-replayed'] !== 'true')

  for (const scripts of [true, false]) {
    test.describe(`${name}, scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('pressed twice, reloaded, gone back to and pressed again', async ({ page, stack, say }) => {
        const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
        await signIn(page, investor)
        await reach(page, investor)
        const since = stack.upstreamCalls.length

        await page.waitForLoadState()
        await page.locator(`main form:has([name="${mark}"]) button[type=submit]`).first().dblclick()
        await expect(page).toHaveURL(entry)
        await expect(page.locator('main h1')).toBeVisible()
        expect(commits(stack, since)).toHaveLength(1)
        const done = page.url()

        await page.reload()
        expect(page.url()).toBe(done)

        // Back leads to a form with an old id, to a new one with nothing in it, or to the word that nothing is left to
        // do. What is pressed there makes nothing: it ends on the entry, or with what is missing.
        const again = page.locator(`main form:has([name="${mark}"]) button[type=submit]`).first()
        const nothingLeft = page.locator('main h1', { hasText: nothing ? say(nothing) : 'no such words' })
        await expect(async () => {
          await page.goBack().catch(() => null) // a page that was posted asks first whether to post it again
          await expect(again.or(nothingLeft)).toBeVisible({ timeout: 500 })
        }).toPass({ timeout: 15_000 })
        if (await again.isVisible()) {
          await again.click()
          const summary = page.locator('main [role=alert]').or(page.locator('main [aria-invalid=true]'))
          await expect(async () => {
            expect(entry.test(page.url()) || (await summary.first().isVisible())).toBe(true)
          }).toPass()
          await expect(page.locator('main [name=figures]')).toHaveCount(0)
        } else expect(nothing).toBeDefined()
        await expect(() => page.goto('/cabinet')).toPass()
        expect(commits(stack, since)).toHaveLength(1)
        expect(await entries(investor)).toBe(1)
      })
    })
  }

  test(`${name}: sent from a second tab that stood open ends on the same entry`, async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    await signIn(page, investor)
    const since = stack.upstreamCalls.length
    const press = async (tab: Page) => {
      await tab.waitForLoadState()
      await tab.locator(`main form:has([name="${mark}"]) button[type=submit]`).first().click()
    }
    await reach(page, investor)
    const ways = fill
      ? [fill, (tab: Page) => reach(tab, investor)]
      : [async (tab: Page) => void (await tab.goto(page.url()))]
    const tabs: Page[] = []
    for (const open of ways) {
      const tab = await page.context().newPage()
      await open(tab)
      tabs.push(tab)
    }

    await press(page)
    await expect(page).toHaveURL(entry)
    const made = page.url()
    for (const tab of tabs) {
      await press(tab)
      await expect(tab).toHaveURL(made)
    }
    expect(commits(stack, since)).toHaveLength(1)
    expect(await entries(investor)).toBe(1)
  })

  test(`${name}: ten at once end on the same entry`, async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    await signIn(page, investor)
    await reach(page, investor)
    const since = stack.upstreamCalls.length
    const sent = await page
      .locator(`main form:has([name="${mark}"])`)
      .first()
      .evaluate((node) => ({
        action: (node as HTMLFormElement).action,
        fields: Object.fromEntries(
          [...new FormData(node as HTMLFormElement)].map(([field, value]) => [field, value as string]),
        ),
      }))
    const post = (fields: Record<string, string> = sent.fields) =>
      page.request.post(sent.action, { form: fields, maxRedirects: 0, headers: { Origin: stack.url } })

    const answers = await Promise.all(Array.from({ length: 10 }, () => post()))
    // Those that came while the first was under way are told so, or wait for its outcome; none is a failure.
    expect(
      answers.map((answer) => answer.status()).filter((status) => status >= 400 && status !== 409),
    ).toEqual([])
    const second = await post()
    expect(second.status()).toBe(303)
    const made = second.headers()['location']
    expect(made).toMatch(entry)
    expect(answers.map((answer) => answer.headers()['location'])).toContain(made)

    const { formToken, submission, ...values } = sent.fields
    const changed = Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, field === 'amount' ? '333' : value]),
    )
    if (values['amount']) {
      const other = await post({
        ...changed,
        formToken: formToken as string,
        submission: submission as string,
      })
      expect(other.status(), 'other values under the same id').toBe(422)
    }
    expect(commits(stack, since)).toHaveLength(1)
    expect(await entries(investor)).toBe(1)
  })
}

async function total(investor: Investor, path: string, before = 0): Promise<number> {
  const { total } = await investor.ask('GET', path)
  return (total as number) - before
}
