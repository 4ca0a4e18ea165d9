import { type Page } from '@playwright/test'
import { type Investor, closableDeposit, newInvestor, tronWallet } from '../support/investor'
import { type WatchedStack, expect, test } from '../support/journey'
import { isFull } from '../support/reading-modes'
import { fillIn, send, signIn } from '../support/steps'
import { type Say } from '../support/texts'

/**
 * Each form that moves money, pressed twice, reloaded and gone back to: the upstream commits it once, and the investor
 * ends on the one entry that it made. What needs no browser of it is in `tests/journeys/exactly-once.test.ts`.
 */

interface MoneyForm {
  name: string
  /** Makes what the form needs, and brings the page to the press that moves the money. */
  reach: (page: Page, investor: Investor) => Promise<void>
  /** A field of the form whose press moves the money. */
  mark: string
  /** The address of the entry that it makes. */
  entry: RegExp
  /** The call that commits. */
  call: RegExp
  /** What the entry says, where it stands on the page of the form itself. */
  made?: string
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

/** Has a withdrawal completed to the wallet, so that the next one needs no password. */
async function useWallet(investor: Investor): Promise<void> {
  if ((await total(investor, '/funds/payments')) > 0) return
  const request = { system: 'usdt-trc20', amount: '20', wallet: tronWallet }
  const { payment } = (await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  await investor.ask('POST', `/ext/demo/payments/${payment.id}/decide`, { decision: 'complete' })
}

async function exchangeForm(page: Page): Promise<void> {
  await page.goto('/cabinet/exchange')
  await fillIn(page, { from: 'USDT', to: 'BTC', amount: '200' })
}

async function subscriptionForm(page: Page): Promise<void> {
  await page.goto('/cabinet/subscription')
  await fillIn(page, { optionId: 'month' })
}

const moneyForms: MoneyForm[] = [
  {
    name: 'top-up',
    reach: topUpForm,
    mark: 'submission',
    entry: /\/cabinet\/top-up\/[^/]+$/,
    call: /^\/api\/funds\/refills$/,
    entries: (investor) => total(investor, '/funds/refills', 1), // one made the 700
  },
  {
    name: 'opening a deposit',
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
      const depositId = await closableDeposit(investor)
      await page.goto(`/cabinet/deposits/${depositId}/close`)
    },
    mark: 'submission',
    entry: /\/cabinet\/deposits\/[^/]+$/,
    call: /^\/api\/funds\/deposits\/client\/close\//,
    nothingLeft: 'cabinet:deposits.close.already',
    entries: (investor) => total(investor, '/funds/deposits?status=closed'),
  },
  {
    name: 'withdrawal',
    async reach(page, investor) {
      await useWallet(investor)
      await withdrawalForm(page)
      await send(page, 'wallet')
      await expect(page.locator('main form:has([name=submission]) [name=wallet][type=hidden]')).toHaveValue(
        tronWallet,
      )
    },
    mark: 'submission',
    entry: /\/cabinet\/withdrawals\/(?!new)[^/]+$/,
    call: /^\/api\/funds\/payments$/,
    entries: (investor) => total(investor, '/funds/payments', 1), // one made the wallet a known one
  },
  {
    name: 'cancelling a withdrawal',
    async reach(page, investor) {
      const request = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
      const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
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
  {
    name: 'subscription',
    async reach(page) {
      await subscriptionForm(page)
      await send(page, 'optionId')
      await expect(page.locator('main form:has([name=submission]) [name=optionId][type=hidden]')).toHaveValue(
        'month',
      )
    },
    mark: 'submission',
    entry: /\/cabinet\/subscription$/,
    made: 'exchange:subscription.activeText',
    call: /^\/api\/user\/subscription$/,
    entries: (investor) => total(investor, '/user/operations/?type=subscription'),
  },
]

for (const { name, reach, mark, entry, made, call, nothingLeft: nothing, entries } of moneyForms) {
  /** The tab is at the entry. @returns its address */
  const expectEntry = async (tab: Page, say: Say) => {
    await expect(tab).toHaveURL(entry)
    if (made) await expect(tab.locator('main')).toContainText(say(made))
    return tab.url()
  }
  const commits = (stack: WatchedStack, since: number) =>
    stack.upstreamCalls
      .slice(since)
      .filter(({ method, path, status }) => method === 'POST' && call.test(path) && status < 300)
      .filter(({ headers }) => headers['idempotent-replayed'] !== 'true')

  // Scripts off, going back is the same for all forms but for whether a review page stands before the press.
  const withoutScripts = isFull || ['top-up', 'opening a deposit'].includes(name)
  for (const scripts of withoutScripts ? [true, false] : [true]) {
    test.describe(`${name}, scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('pressed twice, reloaded, gone back to and pressed again', async ({ page, stack, say }) => {
        const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
        await signIn(page, investor)
        await reach(page, investor)
        const since = stack.upstreamCalls.length

        await page.waitForLoadState()
        const requested = new URL(page.url()).pathname
        await page.locator(`main form:has([name="${mark}"]) button[type=submit]`).first().dblclick()
        const done = await expectEntry(page, say)
        await expect(page.locator('main h1')).toBeVisible()
        expect(commits(stack, since)).toHaveLength(1)

        await page.reload()
        expect(await expectEntry(page, say)).toBe(done)

        // Back leads to a form with an old id, to a new one with nothing in it, or to the word that nothing is left to
        // do. What is pressed there makes nothing: it ends on the entry, or with what is missing.
        const again = page.locator(`main form:has([name="${mark}"]) button[type=submit]`).first()
        const nothingLeft = page.locator('main h1', { hasText: nothing ? say(nothing) : 'no such words' })
        await goBackTo(page, requested)
        await expect(again.or(nothingLeft)).toBeVisible()
        if (await again.isVisible()) {
          const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
          await again.click()
          await answered
          const summary = page.locator('main [role=alert]').or(page.locator('main [aria-invalid=true]'))
          await expect(async () => {
            expect(entry.test(page.url()) || (await summary.first().isVisible())).toBe(true)
          }).toPass()
          // At the entry's own form a choice that the browser has kept is a new wish, which is asked about first.
          if (!made) await expect(page.locator('main [name=figures]')).toHaveCount(0)
        } else expect(nothing).toBeDefined()
        await expect(() => page.goto('/cabinet')).toPass()
        expect(commits(stack, since)).toHaveLength(1)
        expect(await entries(investor)).toBe(1)
      })
    })
  }
}

/** Goes back to the page of a form, over one that the browser shows again only when it may post again. */
async function goBackTo(page: Page, path: string): Promise<void> {
  const isThere = (url: URL) => url.pathname === path
  const asksToPost = await page.goBack().then(
    () => false,
    () => true,
  )
  if (asksToPost) {
    await page.waitForURL(/^chrome-error:/)
    await page.goBack()
  }
  // A form that leads back to its own page stands where it led to, one step forward.
  if (!isThere(new URL(page.url()))) await page.goForward()
  await page.waitForURL(isThere)
}

async function total(investor: Investor, path: string, before = 0): Promise<number> {
  const { total } = await investor.ask('GET', path)
  return (total as number) - before
}
