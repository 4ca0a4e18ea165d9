import { type Page } from '@playwright/test'
import { type Investor, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { freeBalanceOf } from '../support/withdrawals'
import {
  confirm,
  fillIn,
  fillInDocuments,
  send,
  signIn,
  stepUpIn,
  typePasswordAndCode,
} from '../support/steps'
import { type TextKey } from '~/locale/keys'
import { type Say } from '../support/texts'

/**
 * Each decision from the investor's form to what its investor reads: the form, the decision on its page, and then the
 * notification, the balance and the history, with scripts and without.
 */

test.use({ cases: 'decided' })

interface Row {
  title: string
  usdt?: string
  /** The investor's form, and what says that it has arrived. */
  request: (page: Page) => Promise<unknown>
  arrived: TextKey
  queue: 'withdrawals' | 'top-ups' | 'verifications' | 'messages'
  /** How far the demonstration's clock goes before the decisions: money goes to a new wallet a day later. */
  days?: number
  /** What is decided one after the other, each with what it needs. */
  decisions: Record<string, string>[]
  /** The free balance afterwards. */
  balance: number
  /** Where the investor looks it up, and what stands there. */
  history: (say: Say) => [path: string, ...texts: string[]][]
}

const hash = 'cd'.repeat(32)
const words = 'Write to us if you want to know more.'

async function withdraw(page: Page): Promise<void> {
  await page.goto('/cabinet/withdrawals/new')
  await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
  await send(page, 'amount')
  await typePasswordAndCode(page)
  await confirm(page)
}

async function topUp(page: Page): Promise<void> {
  await page.goto('/cabinet/top-up')
  await fillIn(page, { system: 'usdt-trc20', amount: '100' })
  await send(page, 'amount')
}

async function handIn(page: Page): Promise<void> {
  await page.goto('/cabinet/settings/verification')
  await fillInDocuments(page)
  await send(page, 'documentNumber')
}

const rows: Row[] = [
  {
    title: 'a withdrawal is approved and paid out',
    usdt: '700',
    request: withdraw,
    arrived: 'flash:requestSent',
    days: 2,
    queue: 'withdrawals',
    decisions: [{ decision: 'approve' }, { decision: 'complete', transactionHash: hash }],
    balance: 500,
    history: (say) => [
      ['/cabinet/withdrawals', say('common:status.payment.completed'), '200.00'],
      ['/cabinet/operations', say('common:operation.payment'), '500.00'],
    ],
  },
  {
    title: 'a withdrawal is rejected',
    usdt: '700',
    request: withdraw,
    arrived: 'flash:requestSent',
    queue: 'withdrawals',
    decisions: [{ decision: 'reject', reason: words }],
    balance: 700,
    history: (say) => [
      ['/cabinet/withdrawals', say('common:status.payment.rejected')],
      ['/cabinet/operations', say('common:operation.payment_return'), '700.00'],
    ],
  },
  {
    title: 'a top-up is credited with what has arrived',
    request: topUp,
    arrived: 'common:status.refill.pending',
    queue: 'top-ups',
    decisions: [{ decision: 'approve', creditedAmount: '99.5', transactionHash: hash }],
    balance: 99.5,
    history: (say) => [
      ['/cabinet/top-up', say('common:status.refill.topped_up')],
      ['/cabinet/operations', say('common:operation.refill'), '99.50'],
    ],
  },
  {
    title: 'a top-up is rejected',
    request: topUp,
    arrived: 'common:status.refill.pending',
    queue: 'top-ups',
    decisions: [{ decision: 'reject', reason: words }],
    balance: 0,
    history: (say) => [['/cabinet/top-up', say('common:status.refill.rejected')]],
  },
  {
    title: 'documents are accepted',
    request: handIn,
    arrived: 'security:verification.sentence.in_process',
    queue: 'verifications',
    decisions: [{ decision: 'approve' }],
    balance: 0,
    history: (say) => [['/cabinet/settings/verification', say('security:verification.sentence.successful')]],
  },
  {
    title: 'documents are rejected',
    request: handIn,
    arrived: 'security:verification.sentence.in_process',
    queue: 'verifications',
    decisions: [{ decision: 'reject', reason: words }],
    balance: 0,
    history: (say) => [
      ['/cabinet/settings/verification', say('security:verification.sentence.rejected'), words],
    ],
  },
  {
    title: 'a request for deletion is turned down',
    usdt: '50',
    async request(page) {
      await page.goto('/cabinet/settings/data/deletion')
      await page.locator('main form[method=post] button[type=submit]').last().click()
    },
    arrived: 'security:deletion.askedTitle',
    queue: 'messages',
    decisions: [{ decision: 'reject', reason: words }],
    balance: 50,
    history: (say) => [['/cabinet/operations', say('common:operation.refill'), '50.00']],
  },
]

for (const javaScriptEnabled of [false, true])
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    for (const { title, usdt, request, arrived, days, queue, decisions, balance, history } of rows)
      test(`${title}, and its investor reads so`, async ({ page, browser, stack, say }) => {
        const investor = await newInvestor(stack.backendUrl, { usdt })
        await signIn(page, investor)
        await stepUpIfNeeded(page, stack.url, queue)
        await request(page)
        await expect(page.locator('main')).toContainText(say(arrived))
        if (days) await investor.ask('POST', '/ext/demo/clock', { days })

        const operators = await browser.newContext({ baseURL: stack.url, javaScriptEnabled })
        await operators.addCookies([{ name: 'lng', value: 'en', url: stack.url }])
        const operatorPage = await operators.newPage()
        await signIn(operatorPage, demoOperator)
        const read: string[] = []
        for (const decision of decisions) read.push(await decide(operatorPage, { investor, queue, decision }))
        await operators.close()

        await page.goto('/cabinet/notifications')
        const shown = read.filter((text) => text !== '')
        expect(shown.length).toBeGreaterThan(0)
        for (const text of shown) await expect(page.locator('main')).toContainText(text)
        for (const [path, ...texts] of history(say)) {
          await page.goto(path)
          for (const text of texts) await expect(page.locator('main')).toContainText(text)
        }
        expect(await freeBalanceOf(investor)).toBe(balance)
      })
  })

/** A request for deletion asks for a step-up, as a withdrawal does on its own page. */
async function stepUpIfNeeded(page: Page, base: string, queue: Row['queue']): Promise<void> {
  if (queue === 'messages') await stepUpIn(page, base)
}

/** Finds the investor's case in its queue and decides it. @returns what the review says that its investor reads */
async function decide(
  operatorPage: Page,
  {
    investor,
    queue,
    decision,
  }: { investor: Investor; queue: Row['queue']; decision: Record<string, string> },
): Promise<string> {
  const status = decision['decision'] === 'complete' ? '&status=approved' : ''
  const kind = queue === 'messages' ? '&kind=deletion' : ''
  await operatorPage.goto(`/operator/${queue}?search=${investor.login}${status}${kind}`)
  await operatorPage.locator('main tbody a').first().click()
  await fillIn(operatorPage, decision)
  await send(operatorPage, 'decision')
  await operatorPage.locator('#confirm').waitFor()
  const texts = await operatorPage
    .locator('section:is([aria-labelledby="reads"], :has(> * > #reads)) [lang]')
    .allInnerTexts()
  await confirm(operatorPage)
  await expect(operatorPage.locator('#confirm')).toHaveCount(0)
  return texts[0] ?? ''
}
