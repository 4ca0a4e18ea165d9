import { type Page } from '@playwright/test'
import { type Investor, closableDeposit, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { type MoneyFormName, commitsOf, moneyFormEffects, newPayment } from '../support/money-forms'
import { isFull } from '../support/reading-modes'
import { fillIn, send, signIn, stepUpIn } from '../support/steps'
import { type Say } from '../support/texts'

/**
 * Each form that moves money, sent twice, reloaded and gone back to: the upstream commits it once, and the
 * investor ends on the one entry. `tests/journeys/exactly-once.test.ts` has the cases that need no browser.
 */

interface MoneyForm {
  name: MoneyFormName
  /** Prepares the form and brings the page to the submission that moves money. */
  reach: (page: Page, investor: Investor, base: string) => Promise<void>
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

async function subscriptionForm(page: Page): Promise<void> {
  await page.goto('/cabinet/subscription')
  await fillIn(page, { optionId: 'month' })
}

const moneyForms: MoneyForm[] = [
  {
    name: 'top-up',
    reach: topUpForm,
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
  },
  {
    name: 'closing a deposit',
    async reach(page, investor) {
      const depositId = await closableDeposit(investor)
      await page.goto(`/cabinet/deposits/${depositId}/close`)
    },
  },
  {
    name: 'withdrawal',
    async reach(page, _investor, base) {
      await stepUpIn(page, base)
      await withdrawalForm(page)
      await send(page, 'wallet')
      await expect(page.locator('main form:has([name=submission]) [name=wallet][type=hidden]')).toHaveValue(
        tronWallet,
      )
    },
  },
  {
    name: 'cancelling a withdrawal',
    async reach(page, investor) {
      await page.goto(`/cabinet/withdrawals/${await newPayment(investor, '200')}/cancel`)
    },
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
  },
]

for (const { name, reach } of moneyForms) {
  const { entry, made, call, nothingLeft: nothing, entries } = moneyFormEffects[name]
  const isEntry = ({ pathname, search, hash }: URL) => entry.test(pathname + search + hash)
  /** Checks that the tab is at the entry. @returns its address */
  const expectEntry = async (tab: Page, say: Say) => {
    await expect(tab).toHaveURL(isEntry)
    if (made) await expect(tab.locator('main')).toContainText(say(made))
    return tab.url()
  }

  // Without scripts going back differs only between forms with and without a review page.
  const withoutScripts = isFull || ['top-up', 'opening a deposit'].includes(name)
  for (const scripts of withoutScripts ? [true, false] : [true]) {
    test.describe(`${name}, scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('sent twice, reloaded, and sent again after going back', async ({ page, stack, say }) => {
        const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
        await signIn(page, investor)
        await reach(page, investor, stack.url)
        const since = stack.upstreamCalls.length

        await page.waitForLoadState()
        const requested = new URL(page.url()).pathname
        await page.locator('main form:has([name=submission]) button[type=submit]').first().dblclick()
        const done = await expectEntry(page, say)
        await expect(page.locator('main h1')).toBeVisible()
        expect(commitsOf(stack, call, since)).toHaveLength(1)

        await page.reload()
        expect(await expectEntry(page, say)).toBe(done)

        // Back leads to a form with an old id, to an empty one with a new id, or to the message that nothing
        // is left to do. Sending it creates nothing: it leads to the entry, or shows what is missing.
        const again = page.locator('main form:has([name=submission]) button[type=submit]').first()
        const nothingLeft = page.locator('main h1', { hasText: nothing ? say(nothing) : 'no such words' })
        await goBackTo(page, requested)
        await expect(again.or(nothingLeft)).toBeVisible()
        if (await again.isVisible()) {
          const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
          await again.click()
          await answered
          const summary = page.locator('main [role=alert]').or(page.locator('main [aria-invalid=true]'))
          await expect(async () => {
            expect(isEntry(new URL(page.url())) || (await summary.first().isVisible())).toBe(true)
          }).toPass()
          // On the entry's own page, a choice that the browser has kept counts as a new request, which must
          // be confirmed first.
          if (!made) await expect(page.locator('main [name=figures]')).toHaveCount(0)
        } else expect(nothing).toBeDefined()
        await expect(() => page.goto('/cabinet')).toPass()
        expect(commitsOf(stack, call, since)).toHaveLength(1)
        expect(await entries(investor)).toBe(1)
      })
    })
  }
}

/** Goes back to the page of a form, past a page that the browser could show only by posting again. */
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
  // A form that redirects to its own page has its result one step forward.
  if (!isThere(new URL(page.url()))) await page.goForward()
  await page.waitForURL(isThere)
}
