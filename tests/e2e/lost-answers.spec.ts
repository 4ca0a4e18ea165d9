import { type Page } from '@playwright/test'
import { paths } from '../../app/paths'
import { createSealer } from '../../app/session/seal.server'
import { type SubmissionTicket } from '../../app/money-forms/types'
import { currentPassword, type Investor, closableDeposit, newInvestor } from '../support/investor'
import { type FaultyStack, expect, test } from '../support/faulty-journey'
import { expectSound, looks } from '../support/sound'
import { testSecret } from '../support/stack'
import { confirm, fact, fillIn, send, signIn } from '../support/steps'
import { type Say } from '../support/texts'
import { signedIn } from '../support/visitor'

/** The page of a request whose answer was lost, by HTML alone: what it says, and that a reload finds out. */

test.use({ product: { env: { UPSTREAM_TIMEOUT_MONEY_MS: '1000', UPSTREAM_TIMEOUT_GET_MS: '3000' } } })
test.describe.configure({ mode: 'serial' })

const opening = { method: 'POST', path: /\/funds\/deposits$/ }

/** An investor at the review page of a deposit of 300 USDT. */
async function atCheckPage(stack: FaultyStack) {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/deposits/new')
  const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const check = await visitor.submit(form, 'name="amount"', values)
  const count = async () => (await investor.ask('GET', '/funds/deposits'))['total']
  return { visitor, check, count, confirm: () => visitor.submit(check, 'name="figures"') }
}

test('a request that did not arrive is told as open, never as failed, and is not sent again', async ({
  stack,
}) => {
  const { visitor, confirm, count } = await atCheckPage(stack)
  stack.faulty.fail('hangs', opening)
  const lost = await confirm()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.status).toBe(200)
  expect(lost.text).toContain("We don't know yet what became of it")
  expect(lost.text).toContain('Opening a deposit')
  expect(lost.text).toContain('Amount 300.00 USDT')
  expect(lost.text).not.toContain('An error occurred')

  stack.faulty.heal()
  expect((await visitor.visit(lost.url.pathname)).text).toContain("We don't know yet what became of it")
  expect((await confirm()).url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(await count()).toBe(0)
})

test('a request that arrives late is found by a reload', async ({ stack }) => {
  const { visitor, confirm, count } = await atCheckPage(stack)
  stack.faulty.fail('commits later, 504 now', opening)
  const lost = await confirm()
  expect(lost.text).toContain("We don't know yet what became of it")
  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
  expect(found.html).toContain('Deposit created')
  expect((await confirm()).url.pathname).toBe(found.url.pathname)
  expect(await count()).toBe(1)
})

test('an exchange whose answer was lost is told in its figures, and moves money once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/exchange')
  const check = await visitor.submit(form, 'name="amount"', { from: 'USDT', to: 'BTC', amount: '100' })
  const confirm = () => visitor.submit(check, 'name="figures"')
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/user\/exchange$/ })
  const lost = await confirm()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).toContain("We don't know yet what became of it")
  expect(lost.text).toContain('Amount 100.00 USDT')

  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.search).toMatch(/^\?done=/)
  expect(found.html).toContain('Exchanged')
  expect((await confirm()).url.href).toBe(found.url.href)
  expect((await investor.ask('GET', '/user/operations/?type=exchange_out'))['total']).toBe(1)
})

test('a top-up whose answer was lost is told in its figures, and asked for once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/top-up')
  const ask = () => visitor.submit(form, 'name="amount"', { system: 'usdt-trc20', amount: '50' })
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/funds\/refills$/ })
  const lost = await ask()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).toContain("We don't know yet what became of it")
  expect(lost.text).toContain('Amount 50.00 USDT')
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)

  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  const { items, total } = await investor.ask('GET', '/funds/refills')
  expect(total).toBe(1)
  expect(found.url.pathname).toBe(`/cabinet/top-up/${(items as { id: string }[])[0]?.id}`)
  expect(found.html).toContain('Request sent')
  expect((await ask()).url.pathname).toBe(found.url.pathname)
  expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(1)
})

test('a closing whose answer was lost is found by a reload, and pays back once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const depositId = await closableDeposit(investor)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit(`/cabinet/deposits/${depositId}/close`)
  const close = () => visitor.submit(form, 'name="submission"')
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/funds\/deposits\/client\/close\// })
  const lost = await close()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).toContain("We don't know yet what became of it")
  expect(lost.text).toContain('Closing a deposit')

  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.pathname).toBe(`/cabinet/deposits/${depositId}`)
  expect(found.html).toContain('Deposit closed')
  expect((await close()).url.pathname).toBe(found.url.pathname)
  expect((await investor.ask('GET', '/user/operations/?type=deposit_close'))['total']).toBe(2) // out of one account, into the other
  // 700 − 300 + 50 days of 3.33 + 300.
  expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('866.5')
})

for (const fault of [
  'commits, then resets',
  'commits, then 503',
  'commits, then an empty 200',
  'commits, then redirects',
] as const) {
  test(`an upstream that ${fault} is asked at once where it can be`, async ({ stack }) => {
    const { confirm, count } = await atCheckPage(stack)
    stack.faulty.fail(fault, opening)
    expect((await confirm()).url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
    expect(await count()).toBe(1)
  })
}

test('a withdrawal is known again by an upstream that writes the letters of its wallet otherwise', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '2000' })
  await openElsewhere(investor, '100')
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/withdrawals/new?system=eth')
  const wallet = '0x52908400098527886e0f7030069857d2e4169ee7'
  const check = await visitor.submit(form, 'name="wallet"', { system: 'eth', amount: '0.1', wallet })
  stack.faulty.fail('commits, then hangs', { method: 'POST', path: /\/funds\/payments$/ })
  stack.faulty.change(outcomes, (answer: { body?: { payment?: object } }) => {
    Object.assign(answer.body?.payment ?? {}, { wallet: wallet.toUpperCase().replace('0X', '0x') })
    return answer
  })
  const lost = await visitor.submit(check, 'name="figures"', { currentPassword })
  expect((await visitor.visit(lost.url.pathname)).url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
})

test('a request that was surely not sent comes back as a form, and can be sent again', async ({ stack }) => {
  const { confirm, visitor, check, count } = await atCheckPage(stack)
  stack.faulty.fail('answers 503 in words', opening)
  const refused = await confirm()
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('An error occurred, try later')
  expect(refused.html).toContain('value="300"')
  stack.faulty.heal()
  const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const again = await visitor.submit(refused, 'name="amount"', values)
  // The term counts from the moment of looking, which is another one by now.
  const withoutTimes = (text: string) => text.replace(/\d\d:\d\d/g, '')
  expect(withoutTimes(again.text)).toBe(withoutTimes(check.text))
  expect((await visitor.submit(again, 'name="figures"')).url.pathname).toMatch(/^\/cabinet\/deposits\//)
  expect(await count()).toBe(1)
})

test('a ticket that is made up or somebody else’s is no page', async ({ stack }) => {
  const { visitor, confirm } = await atCheckPage(stack)
  stack.faulty.fail('hangs', opening)
  const lost = await confirm()
  stack.faulty.heal()
  const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  expect((await other.visit(lost.url.pathname)).status).toBe(404)
  expect((await visitor.visit('/cabinet/submissions/made-up')).status).toBe(404)
})

const outcomes = { method: 'GET', path: /\/ext\/outcomes\// }

/** Asks for a deposit on Breeze whose answer is lost, and comes to the page that finds out. */
async function loseDeposit(page: Page, say: Say, amount: string): Promise<void> {
  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount })
  await send(page, 'amount')
  await confirm(page, say)
  await expect(page).toHaveURL(/\/cabinet\/submissions\//)
}

/** The same deposit at once, by no form of the browser's. */
const openElsewhere = (investor: Investor, amount: string) =>
  investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount })

/** The page of the same request, had it been sent so many minutes earlier: its ticket says when it was. */
async function sentEarlier(page: Page, minutes: number): Promise<string> {
  const [sealer, purpose] = [createSealer([testSecret]), 'submission ticket']
  const opened = await sealer.open(purpose, new URL(page.url()).pathname.split('/').pop() ?? '')
  const ticket = opened?.content as SubmissionTicket
  const startedAt = ticket.startedAt - minutes * 60_000
  return paths.submission(await sealer.seal(purpose, { ...ticket, startedAt }))
}

interface Standing {
  heading: string
  /** What is said of it, the moment of the sending filled in. */
  sentences: string[]
  /** What may be done about it besides looking at the list. */
  offers: 'check' | 'again' | null
}

/** The page says these words of a standing and offers what goes with it, and is sound. */
async function expectStanding(page: Page, say: Say, { heading, sentences, offers }: Standing): Promise<void> {
  const main = page.locator('main')
  await expect(main.locator('h1')).toHaveText(say(heading))
  const time = await fact(page, say('cabinet:submissions.sentAt')).innerText()
  for (const sentence of sentences) await expect(main).toContainText(say(sentence, { time }))
  for (const offer of ['check', 'again'])
    await expect(main.getByRole('link', { name: say(`cabinet:submissions.${offer}`) })).toHaveCount(
      offer === offers ? 1 : 0,
    )
  await expectSound(page)
}

const open = { heading: 'cabinet:submissions.open', sentences: ['cabinet:submissions.openText'] }
const standings = {
  open: { ...open, offers: 'check' },
  unreachable: {
    ...open,
    sentences: [...open.sentences, 'cabinet:submissions.unreachable'],
    offers: 'check',
  },
  several: { ...open, sentences: [...open.sentences, 'cabinet:submissions.several'], offers: null },
  absent: {
    heading: 'cabinet:submissions.absent',
    sentences: ['cabinet:submissions.absentText'],
    offers: 'again',
  },
  running: {
    heading: 'errors:code.in_progress',
    sentences: ['cabinet:submissions.runningText'],
    offers: 'check',
  },
  refused: {
    heading: 'cabinet:submissions.refused',
    sentences: ['refusals:code.insufficient_funds', 'cabinet:submissions.refusedText'],
    offers: 'again',
  },
  otherwise: {
    heading: 'errors:code.idempotency_mismatch',
    sentences: ['cabinet:submissions.otherwiseText'],
    offers: 'again',
  },
} as const satisfies Record<string, Standing>

for (const { lng, colorScheme } of looks) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('a request that nobody knows of is told as open for ten minutes, then it may be made anew', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('hangs', opening)
      await loseDeposit(page, say, '300')
      await expectStanding(page, say, standings.open)

      stack.faulty.fail('answers 503', { method: 'GET', path: /\/outcomes|\/funds\/deposits/ })
      await page.reload()
      await expectStanding(page, say, standings.unreachable)

      stack.faulty.heal()
      const [young, old] = [await sentEarlier(page, 9), await sentEarlier(page, 11)]
      await page.goto(young)
      await expectStanding(page, say, standings.open)
      await page.goto(old)
      await expectStanding(page, say, standings.absent)
      await page.getByRole('link', { name: say('cabinet:submissions.again') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/new\?/)
      await expect(page.locator('main [name=planId][value=breeze]')).toBeChecked()
    })

    test('a request that two entries fit is left to its reader', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '300')
      stack.faulty.fail('answers 503', outcomes)
      await openElsewhere(investor, '300')
      await stack.faulty.deliver()
      const extensions = { method: 'GET', path: /\/settings\/extensions$/ }
      stack.faulty.change(extensions, (body: object) => Object.assign(body, { value: [] }))
      await page.reload()
      await expectStanding(page, say, standings.several)
    })

    test('a request whose id has made something else leads to that, and is not told as refused', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '300')
      stack.faulty.change(outcomes, (answer: { body?: { deposit?: object } }) => {
        Object.assign(answer.body?.deposit ?? {}, { amount: '301' })
        return answer
      })
      await stack.faulty.deliver()
      await page.reload()
      await expectStanding(page, say, standings.otherwise)
      await expect(page.locator('main')).not.toContainText(say('cabinet:submissions.refusedText'))
      await page.getByRole('link', { name: say('cabinet:submissions.toMade') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
    })

    test('a request that is still under way is told as that, and one that was refused with the reason', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '600')
      stack.faulty.change(outcomes, (body: object) => Object.assign(body, { state: 'running' }))
      await openElsewhere(investor, '600')
      await stack.faulty.deliver()
      await page.reload()
      await expectStanding(page, say, standings.running)

      stack.faulty.heal()
      await page.reload()
      await expectStanding(page, say, standings.refused)
      expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(1)
    })
  })
}
