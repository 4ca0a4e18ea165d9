import { type Page } from '@playwright/test'
import { type FaultyStack, expect, impatient, test } from '../support/faulty-journey'
import { type Investor, browserName, closableDeposit, newInvestor, tronWallet } from '../support/investor'
import { expectLight, withoutCache } from '../support/scripts'
import { expectSound } from '../support/sound'
import {
  confirm,
  fillIn,
  fillInDocuments,
  send,
  typePasswordAndCode,
  investorAt,
  takenOver,
} from '../support/steps'
import { type Say } from '../support/texts'
import { stepUp } from '../support/step-up'
import { toastOn } from '../support/toasts'
import { type Answer, signedIn, type Visitor } from '../support/visitor'

/**
 * An upstream that carries a request out and never answers. The page shows what is known and never reports a
 * failure. It gets the outcome automatically or by a reload, also when the app was killed in between.
 */

test.use({ product: impatient })
test.describe.configure({ mode: 'serial' })

/**
 * Confirms a withdrawal of 200 USDT that is made without an answer, and whose outcome the upstream does not
 * report.
 */
async function withdrawUnanswered(page: Page, stack: FaultyStack): Promise<Investor> {
  const investor = await investorAt(page, stack, '/cabinet/withdrawals/new?system=usdt-trc20', {
    usdt: '700',
  })
  await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
  await send(page, 'wallet')
  await typePasswordAndCode(page)
  stack.faulty.fail('commits, then hangs', { method: 'POST', path: /\/funds\/payments$/ })
  stack.faulty.fail('answers 503', { method: 'GET', path: /\/ext\/outcomes\// })
  await confirm(page)
  await expect(page).toHaveURL(/\/cabinet\/submissions\//)
  return investor
}

test('a withdrawal that was made without an answer is shown as done', async ({ page, stack, say }) => {
  const investor = await withdrawUnanswered(page, stack)
  await expect(page.locator('main')).not.toContainText(say('refusals:fallback.any'))
  await expectSettled(page, stack, say, investor)
})

test.describe('scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('a withdrawal that was made without an answer is shown as done after the app was killed in between', async ({
    page,
    stack,
    say,
  }) => {
    const investor = await withdrawUnanswered(page, stack)
    await expect(page.locator('main')).not.toContainText(say('refusals:fallback.any'))
    // While the app is away, the page that asks again by itself gives way to one of the browser's own.
    const address = page.url()
    await stack.kill('app')
    await stack.start('app')
    await expectSettled(page, stack, say, investor, address)
  })

  test('the page gets the outcome automatically', async ({ page, stack, say }) => {
    const investor = await withdrawUnanswered(page, stack)
    stack.faulty.heal()
    await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/, { timeout: 20_000 })
    await expect(page.locator('main')).toContainText(say('common:status.payment.pending'))
    await expectOne(investor)
  })
})

/** A reload with a working upstream leads to the one withdrawal that was made. */
async function expectSettled(
  page: Page,
  stack: FaultyStack,
  say: Say,
  investor: Investor,
  address = page.url(),
): Promise<void> {
  stack.faulty.heal()
  await expect(async () => {
    await page.goto(address)
    await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await expect(page.locator('main')).toContainText(say('common:status.payment.pending'))
  await expectOne(investor)
}

/** One withdrawal of 200 of 700 was made. */
async function expectOne(investor: Investor): Promise<void> {
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
  expect((await investor.ask('GET', '/user/balance'))['balance']).toMatch(/^500(\.0+)?$/)
}

interface MoneyForm {
  name: string
  /** Opens the form whose submission moves money. @returns its page, and a text that identifies the form */
  reach: (visitor: Visitor, investor: Investor) => Promise<{ page: Answer; mark: string }>
  /** Fills the form in so that the same id means another request; by default with another amount. */
  elsewhere?: (investor: Investor) => Promise<string>
  /** Required values that are not filled in yet. */
  values?: Record<string, string>
  call: RegExp
  entry: RegExp
  /** The available balance afterwards, as a decimal, and the number of entries in the list. */
  rest: string
  list: string
  listed: number
}

/** Fills in the form of a page with a review page. */
const reviewed =
  (path: string, values: Record<string, string>): MoneyForm['reach'] =>
  async (visitor) => ({
    page: await visitor.submit(await visitor.visit(path), 'name="amount"', values),
    mark: 'name="figures"',
  })

const moneyForms: MoneyForm[] = [
  {
    name: 'a top-up',
    reach: async (visitor) => ({ page: await visitor.visit('/cabinet/top-up'), mark: 'name="amount"' }),
    values: { system: 'usdt-trc20', amount: '50' },
    call: /\/funds\/refills$/,
    entry: /\/cabinet\/top-up\/[^/]+$/,
    rest: '700',
    list: '/funds/refills',
    listed: 2, // the initial 700 are one
  },
  {
    name: 'an opening',
    reach: reviewed('/cabinet/deposits/new', { planId: 'breeze', currency: 'USDT', amount: '400' }),
    call: /\/funds\/deposits$/,
    entry: /\/cabinet\/deposits\/(?!new$)[^/]+$/,
    rest: '300',
    list: '/funds/deposits',
    listed: 1,
  },
  {
    name: 'a closing',
    async reach(visitor, investor) {
      const page = await visitor.visit(`/cabinet/deposits/${await closableDeposit(investor)}/close`)
      return { page, mark: 'name="submission"' }
    },
    async elsewhere(investor) {
      const request = { planId: 'breeze', currency: 'USDT', amount: '100' }
      const { deposit } = (await investor.ask('POST', '/funds/deposits', request)) as {
        deposit: { id: string }
      }
      return `/cabinet/deposits/${deposit.id}/close`
    },
    call: /\/funds\/deposits\/client\/close\//,
    entry: /\/cabinet\/deposits\/[^/]+$/,
    // 700 − 300 + 50 days of 3.33 + 300, and 100 in the other deposit.
    rest: '766.5',
    list: '/funds/deposits?status=closed',
    listed: 1,
  },
  {
    name: 'a withdrawal',
    async reach(visitor, investor) {
      await stepUp(visitor)
      const values = { system: 'usdt-trc20', amount: '500', wallet: tronWallet }
      return reviewed('/cabinet/withdrawals/new?system=usdt-trc20', values)(visitor, investor)
    },
    call: /\/funds\/payments$/,
    entry: /\/cabinet\/withdrawals\/(?!new$)[^/]+$/,
    rest: '200',
    list: '/funds/payments',
    listed: 1,
  },
]

// They need no browser, but an app that can be killed.
for (const { name, reach, elsewhere, values, call, entry, rest, list, listed } of moneyForms) {
  test(`${name} that was running when the app was killed is not judged by its traces`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    const { page, mark } = await reach(visitor, investor)
    const sent = page.form(mark)
    const post = (changes: Record<string, string> = {}, action = sent.action.pathname) =>
      fetch(new URL(action, stack.url), {
        method: 'POST',
        body: new URLSearchParams({ ...sent.fields, ...values, ...changes }),
        headers: { Cookie: visitor.cookie(), Origin: stack.url, 'User-Agent': browserName },
        redirect: 'manual',
      })

    stack.faulty.fail('commits, then hangs', { method: 'POST', path: call })
    const met = stack.faulty.met()
    const lost = post().catch(() => null)
    await met
    await stack.kill('app')
    await lost
    stack.faulty.heal()
    await stack.start('app')

    const other = elsewhere ? post({}, await elsewhere(investor)) : post({ amount: '100' })
    expect((await other).status, 'other values under the same id').toBe(422)
    const again = await post()
    expect(again.status).toBe(303)
    expect(again.headers.get('location')).toMatch(entry)
    expect((await investor.ask('GET', '/user/balance'))['balance']).toBe(rest)
    expect((await investor.ask('GET', list))['total']).toBe(listed)
  })
}

for (const killed of [false, true]) {
  const meanwhile = killed ? ', also when the app is away meanwhile' : ''
  test(`with scripts on, the page gets the outcome automatically${meanwhile}`, async ({
    page,
    stack,
    say,
  }) => {
    const investor = await withdrawUnanswered(page, stack)
    await expect(page.locator('main')).not.toContainText(say('refusals:fallback.any'))
    await expect(page.locator('main')).toContainText(say('cabinet:submissions.alone'))
    if (killed) {
      await stack.kill('app')
      // It has asked without success, and continues to ask.
      await page.waitForEvent('requestfailed')
      await page.waitForEvent('requestfailed')
      await stack.start('app')
    }
    stack.faulty.heal()
    await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/, { timeout: 20_000 })
    await expect(page.locator('main')).toContainText(say('common:status.payment.pending'))
    await expectOne(investor)
  })
}

test.describe('in Russian', () => {
  test.use({ lng: 'ru' })

  test('the page loads at most 136 KB of script, as each of the cabinet', async ({ page, stack }) => {
    await withdrawUnanswered(page, stack)
    const address = page.url()
    await withoutCache(page)
    await expectLight(page, stack.answers, address)
    await expect(page).toHaveURL(/\/cabinet\/submissions\//)
  })
})

test('the page recovers when the app was down during its reload', async ({ page, stack, say }) => {
  await withdrawUnanswered(page, stack)
  await page.route(/\/cabinet\/submissions\/[^/]+\.data/, (route) => route.abort(), { times: 1 })
  await expect(page.locator('main')).toContainText(say('errors:page.lostPage'))
  await expect(page.locator('main h1')).toHaveText(say('cabinet:submissions.open'))
  stack.faulty.heal()
  await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/, { timeout: 20_000 })
})

for (const arrives of [true, false]) {
  test(`a form whose ${arrives ? 'answer' : 'request'} is lost on the way is sent again and carried out once`, async ({
    page,
    stack,
    say,
  }) => {
    const investor = await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
    await takenOver(page)
    await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
    await send(page, 'amount')
    await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
    await page.route(
      /\/deposits\/new\.data/,
      async (route) => {
        if (arrives) await route.fetch({ maxRedirects: 0 })
        await route.abort()
      },
      { times: 1 },
    )
    await confirm(page)
    await expect(page.locator('main')).toContainText(say('errors:page.lostForm'))
    await expectSound(page)
    const again = page.getByRole('button', { name: say('errors:page.sendAgain') })
    // A notification about money does not reload the page, which would remove the form.
    const { id } = await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '320' })
    await investor.ask('POST', `/ext/demo/refills/${id as string}/pay`, {})
    const toast = toastOn(page, '320')
    await expect(toast).toBeVisible()
    await expect(toast).toBeHidden()
    await again.click()
    await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
    await expect(page.locator('body')).toContainText(say('flash:depositCreated'))
    expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(1)
  })
}

test('documents that were sent without an answer are reported as such, with a link to their state', async ({
  page,
  stack,
  say,
}) => {
  await investorAt(page, stack, '/cabinet/settings/verification')
  await takenOver(page)
  await fillInDocuments(page)
  stack.faulty.fail('commits, then hangs', { method: 'PATCH', path: /\/user-data\/verification$/ })
  const met = stack.faulty.met()
  await send(page, 'documentNumber')
  await expect(page.locator('main')).toContainText(say('settings:verification.taken'))
  await expect(page.getByRole('button', { name: say('settings:verification.cancel') })).toHaveCount(0)
  await met
  await stack.kill('app')
  await expect(page.getByRole('alert')).toContainText(say('settings:verification.unansweredText'))
  await expectSound(page)
  await stack.start('app')
  await page.getByRole('link', { name: say('settings:verification.toStatus') }).click()
  await expect(page.locator('main')).toContainText(say('security:verification.sentence.in_process'))
})
