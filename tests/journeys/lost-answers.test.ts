import {
  currentPassword,
  type Investor,
  closableDeposit,
  demoOperator,
  newInvestor,
  tronWallet,
} from '../support/investor'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { fileOf } from '../support/files'
import { newPayment } from '../support/money-forms'
import { stepUp } from '../support/step-up'
import { errorTextOf, textsOf } from '../support/texts'
import { until } from '../support/program'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/** The page of a request whose answer was lost, by HTML alone: its text, and the outcome after a reload. */

const test = journeysOn({ env: { UPSTREAM_TIMEOUT_MONEY_MS: '1000', UPSTREAM_TIMEOUT_GET_MS: '3000' } })

const opening = { method: 'POST', path: /\/funds\/deposits$/ }

/** An investor at the review page of a deposit of 300 USDT. */
async function atReviewPage(stack: FaultyProduct, lng: 'en' | 'ru' = 'en') {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, lng)
  const form = await visitor.visit('/cabinet/deposits/new')
  const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const review = await visitor.submit(form, 'name="amount"', values)
  const count = async () => (await investor.ask('GET', '/funds/deposits'))['total']
  return { visitor, review, count, confirm: () => visitor.submit(review, 'name="figures"') }
}

test('a request that did not arrive is shown as pending, not as failed, and is not sent again', async ({
  stack,
}) => {
  const { visitor, confirm, count } = await atReviewPage(stack)
  stack.faulty.fail('hangs', opening)
  const lost = await confirm()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.status).toBe(200)
  expect(lost.text).toContain("We don't know yet whether it went through")
  expect(lost.text).toContain('Opening a deposit')
  expect(lost.text).toContain('Amount 300.00 USDT')
  expect(lost.text).not.toContain('An error occurred')
  // Where no scripts run the document asks again by itself.
  expect(lost.html).toContain('<noscript><meta http-equiv="refresh" content="5"/></noscript>')

  stack.faulty.heal()
  expect((await visitor.visit(lost.url.pathname)).text).toContain("We don't know yet whether it went through")
  expect((await confirm()).url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(await count()).toBe(0)
})

test('a request that arrives late is found by a reload', async ({ stack }) => {
  const { visitor, confirm, count } = await atReviewPage(stack)
  stack.faulty.fail('commits later, 504 now', opening)
  const lost = await confirm()
  expect(lost.text).toContain("We don't know yet whether it went through")
  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
  expect(found.html).toContain('Deposit created')
  expect(found.html).not.toContain('http-equiv="refresh"')
  expect((await confirm()).url.pathname).toBe(found.url.pathname)
  expect(await count()).toBe(1)
})

test('an exchange whose answer was lost is shown with its figures, and moves money once', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/exchange')
  const review = await visitor.submit(form, 'name="amount"', { from: 'USDT', to: 'BTC', amount: '100' })
  const confirm = () => visitor.submit(review, 'name="figures"')
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/user\/exchange$/ })
  const lost = await confirm()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).toContain("We don't know yet whether it went through")
  expect(lost.text).toContain('Amount 100.00 USDT')

  await stack.faulty.deliver()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.search).toMatch(/^\?done=/)
  expect(found.html).toContain('Exchanged')
  expect((await confirm()).url.href).toBe(found.url.href)
  expect((await investor.ask('GET', '/user/operations/?type=exchange_out'))['total']).toBe(1)
})

test('a top-up whose answer was lost is shown with its figures, and is created once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/top-up')
  const ask = () => visitor.submit(form, 'name="amount"', { system: 'usdt-trc20', amount: '50' })
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/funds\/refills$/ })
  const lost = await ask()
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).toContain("We don't know yet whether it went through")
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
  expect(lost.text).toContain("We don't know yet whether it went through")
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
  'commits, then 302',
] as const) {
  test(`the outcome is asked for at once where an upstream ${fault}`, async ({ stack }) => {
    const { confirm, count } = await atReviewPage(stack)
    stack.faulty.fail(fault, opening)
    expect((await confirm()).url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
    expect(await count()).toBe(1)
  })
}

test('a withdrawal that was made without an answer is shown as done', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, investor, 'en')
  await stepUp(visitor)
  const form = await visitor.visit('/cabinet/withdrawals/new?system=usdt-trc20')
  const values = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
  const review = await visitor.submit(form, 'name="wallet"', values)
  stack.faulty.fail('commits, then hangs', { method: 'POST', path: /\/funds\/payments$/ })
  stack.faulty.fail('answers 503', outcomes)
  const lost = await visitor.submit(review, 'name="figures"', { currentPassword })
  expect(lost.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(lost.text).not.toContain(say('refusals:fallback.any'))
  stack.faulty.heal()
  const found = await visitor.visit(lost.url.pathname)
  expect(found.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
  expect(found.text).toContain(say('common:status.payment.pending'))
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
  expect((await investor.ask('GET', '/user/balance'))['balance']).toMatch(/^500(\.0+)?$/)
})

test('the answer of an earlier purchase of a subscription is not taken for this one’s', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const purchase = async (optionId: string) =>
    visitor.submit(await visitor.visit('/cabinet/subscription'), 'name="optionId"', { optionId })
  await visitor.submit(await purchase('month'), 'name="figures"')
  const { user } = (await investor.ask('GET', '/ext/user')) as {
    user: { subscription: { expiresAt: string } }
  }
  const review = await purchase('day')
  stack.faulty.change(
    { method: 'POST', path: /^\/api\/user\/subscription$/ },
    (answer: { subscription: object }) =>
      void Object.assign(answer.subscription, { expiresAt: user.subscription.expiresAt }),
  )
  stack.faulty.fail('answers 503', outcomes)
  const mixedUp = await visitor.submit(review, 'name="figures"', { again: review.value('again') })
  expect(mixedUp.url.pathname).toMatch(/^\/cabinet\/submissions\//)
  expect(mixedUp.text).not.toContain(textsOf('en')('flash:subscriptionActivated'))
  stack.faulty.heal()
  const found = await visitor.visit(mixedUp.url.pathname)
  expect(found.url.pathname).toBe('/cabinet/subscription')
  expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('83.5')
})

test('a withdrawal is found on an upstream that changes the letter case of its wallet', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '2000' })
  await openElsewhere(investor, '100')
  const visitor = await signedIn(stack.url, investor, 'en')
  await stepUp(visitor)
  const form = await visitor.visit('/cabinet/withdrawals/new?system=eth')
  const wallet = '0x52908400098527886e0f7030069857d2e4169ee7'
  const review = await visitor.submit(form, 'name="wallet"', { system: 'eth', amount: '0.1', wallet })
  stack.faulty.fail('commits, then hangs', { method: 'POST', path: /\/funds\/payments$/ })
  stack.faulty.change(outcomes, (answer: { body?: { payment?: object } }) => {
    Object.assign(answer.body?.payment ?? {}, { wallet: wallet.toUpperCase().replace('0X', '0x') })
    return answer
  })
  const lost = await visitor.submit(review, 'name="figures"', { currentPassword })
  expect((await visitor.visit(lost.url.pathname)).url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
})

test('a request that was certainly not sent comes back as a form, and can be sent again', async ({
  stack,
}) => {
  const { confirm, visitor, review, count } = await atReviewPage(stack)
  stack.faulty.fail('answers 503 in words', opening)
  const refused = await confirm()
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('An error occurred, try later')
  expect(refused.html).toContain('value="300"')
  stack.faulty.heal()
  const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const again = await visitor.submit(refused, 'name="amount"', values)
  // The term counts from the time of the page, which has changed.
  const withoutTimes = (text: string) => text.replace(/\d\d:\d\d/g, '')
  expect(withoutTimes(again.text)).toBe(withoutTimes(review.text))
  expect((await visitor.submit(again, 'name="figures"')).url.pathname).toMatch(/^\/cabinet\/deposits\//)
  expect(await count()).toBe(1)
})

test("an invented ticket and another investor's ticket lead to 404", async ({ stack }) => {
  const { visitor, confirm } = await atReviewPage(stack)
  stack.faulty.fail('hangs', opening)
  const lost = await confirm()
  stack.faulty.heal()
  const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  expect((await other.visit(lost.url.pathname)).status).toBe(404)
  expect((await visitor.visit('/cabinet/submissions/made-up')).status).toBe(404)
})

test('an unknown outcome causes a warning on a new form, its review page and the overview, until it is known', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { visitor, confirm } = await atReviewPage(stack)
  stack.faulty.fail('commits, then hangs', opening)
  stack.faulty.fail('answers 503', outcomes)
  const lost = await confirm()
  const warning = (page: Answer) => page.$(`main > * [role="note"] a[href="${lost.url.pathname}"]`).toArray()
  expect(warning(lost)).toEqual([])
  const form = await visitor.visit('/cabinet/deposits/new')
  const other = { planId: 'breeze', currency: 'USDT', amount: '200' }
  const review = await visitor.submit(form, 'name="amount"', other)
  for (const page of [form, review, await visitor.visit('/cabinet')]) {
    expect(page.text).toContain('Opening a deposit')
    expect(page.text).toContain(say('refusals:openSubmission.text'))
    expect(warning(page)).toHaveLength(1)
  }
  stack.faulty.heal()
  expect((await visitor.follow(form, say('refusals:openSubmission.see'))).url.pathname).toMatch(
    /^\/cabinet\/deposits\/(?!new$)/,
  )
  expect(warning(await visitor.visit('/cabinet/deposits/new'))).toEqual([])
})

test('what has no outcome yet is named when the same is sent with another key, and needs a tick', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { visitor, review, confirm, count } = await atReviewPage(stack)
  stack.faulty.fail('commits, then hangs', opening)
  stack.faulty.fail('answers 503', outcomes)
  stack.faulty.fail('answers 503', { method: 'GET', path: /\/funds\/deposits/ })
  const lost = await confirm()
  // As in a tab from before a restart: another key, and a page that knows of nothing.
  const submission = (await visitor.visit('/cabinet/deposits/new')).value('submission')
  const warned = await visitor.submit(review, 'name="figures"', { submission })
  expect(warned.$('main [role="alert"] a').attr('href')).toBe(lost.url.pathname)
  expect(warned.value('again')).not.toBe('')
  const unticked = await visitor.press(warned, 'name="duplicate"', { again: '' })
  expect([unticked.status, unticked.refused.problems]).toEqual([422, [say('refusals:duplicate.untick')]])
  expect(await count()).toBe(1)
})

test('a form that closes a deposit which is closed already says so', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const id = await closableDeposit(investor)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit(`/cabinet/deposits/${id}/close`)
  await investor.ask('POST', `/funds/deposits/client/close/${id}`, {})
  const answer = await visitor.submit(form, 'name="submission"')
  expect(answer.text).toContain(say('cabinet:deposits.close.already'))
  expect(answer.text).not.toContain(say('cabinet:deposits.close.notYet'))
})

test("success is reported even if the entry's page can’t be shown", async ({ stack }) => {
  const { confirm, count, visitor } = await atReviewPage(stack)
  stack.faulty.fail('answers 503', { method: 'GET', path: /\/funds\/deposits/ })
  const failed = await confirm()
  expect(
    failed
      .$('h1')
      .toArray()
      .map((one) => failed.$(one).text()),
  ).toEqual(['Deposit created'])
  expect(failed.text).toContain("can't be shown right now")
  expect(failed.textOf('body')).not.toContain('This did not work')
  const paths = failed.links('/cabinet/deposits/').map((address) => address.split('?')[0])
  expect(paths).toContain(failed.url.pathname)
  stack.faulty.heal()
  expect(await count()).toBe(1)
  expect((await visitor.visit(failed.url.pathname)).status).toBe(200)
})

test('a form that was opened in another account is told as that, and sends nothing', async ({ stack }) => {
  const { review, count } = await atReviewPage(stack)
  const other = await newInvestor(stack.backendUrl, { usdt: '700' })
  const visitor = await signedIn(stack.url, other, 'en', { saysOrigin: true })
  const pressed = await visitor.submit(review, 'name="figures"')
  expect([pressed.status, pressed.refused.problems]).toEqual([
    422,
    [textsOf('en')('refusals:code.form_foreign')],
  ])
  expect([await count(), (await other.ask('GET', '/funds/deposits'))['total']]).toEqual([0, 0])
})

test('a review page beside a request without an outcome says nothing of what has moved', async ({
  stack,
}) => {
  const { visitor, review, confirm } = await atReviewPage(stack)
  stack.faulty.fail('hangs', opening)
  await confirm()
  stack.faulty.heal()
  const form = await visitor.visit('/cabinet/deposits/new')
  const values = { planId: 'breeze', currency: 'USDT', amount: '310' }
  const { text } = await visitor.submit(form, 'name="amount"', values)
  expect(review.text).toContain(textsOf('en')('cabinet:deposits.review.title'))
  expect(text).toContain(textsOf('en')('refusals:openSubmission.text'))
  expect(text).not.toMatch(/nothing has moved/i)
})

const longMs = '60000'
/** Ten times as long as a press waits on this product. */
const soonMs = 5_000
const hurried = journeysOn({
  env: {
    ...{
      UPSTREAM_TIMEOUT_MONEY_MS: longMs,
      UPSTREAM_TIMEOUT_GET_MS: longMs,
      UPSTREAM_TIMEOUT_UPLOAD_MS: longMs,
    },
    FORM_ANSWER_MS: '500',
  },
})

hurried(
  'a press is told after a moment what is going on, and its page shows what came of it',
  async ({ stack }) => {
    const { visitor, confirm, count } = await atReviewPage(stack)
    stack.faulty.fail('commits, then answers late', opening)
    const pressed = await confirm()
    // The request may have ended by then.
    if (pressed.url.pathname.startsWith('/cabinet/submissions/'))
      expect(pressed.textOf('main h1')).toBe('This request is being processed')
    stack.faulty.heal()
    await until('the page shows the deposit', async () => {
      const { status, url } = await visitor.visit(pressed.url.pathname)
      return status === 200 && /^\/cabinet\/deposits\/(?!new$)/.test(url.pathname)
    })
    expect(await count()).toBe(1)
  },
)

for (const lng of ['en', 'ru'] as const)
  hurried(
    `a form, and a reload, while a confirmation is away say that it is under way, in ${lng}`,
    async ({ stack }) => {
      const say = textsOf(lng)
      const { visitor, confirm, count } = await atReviewPage(stack, lng)
      stack.faulty.fail('commits later, hangs now', opening)
      const away = await confirm()
      const { text } = await visitor.visit('/cabinet/deposits/new')
      expect(text).toContain(say('refusals:openSubmission.runningText'))
      expect(text).not.toContain(say('refusals:openSubmission.text'))
      // A browser reloads by sending the form again, or by opening the page it was led to.
      for (const page of [away, await confirm(), await visitor.visit(away.url.pathname)]) {
        expect(page.textOf('main h1')).toBe(errorTextOf(lng, 'in_progress'))
        expect(page.text).toContain(say('refusals:submission.runningText'))
        expect(page.text).not.toContain(say('cabinet:submissions.open'))
      }
      stack.faulty.heal()
      await stack.faulty.deliver()
      expect((await visitor.visit(away.url.pathname)).url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)/)
      expect(await count()).toBe(1)
    },
  )

/** Forms whose calls hang one after the other. */
const slowForms: [name: string, path: string, mark: string, values: Record<string, string | File>][] = [
  [
    'the password',
    '/cabinet/settings/password',
    'name="passwordRepeat"',
    { currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' },
  ],
  ['an exchange', '/cabinet/exchange', 'name="amount"', { from: 'USDT', to: 'BTC', amount: '20' }],
  ['the demonstration’s clock', '/demo/clock', 'id="clock-days"', { days: '1' }],
  [
    'the documents',
    '/cabinet/settings/verification',
    'name="documentNumber"',
    {
      ...{ fullName: 'Kai Marsh', birthDate: '1990-05-17', maritalStatus: 'single', documentNumber: 'LT 1' },
      ...{ photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') },
    },
  ],
]

for (const [name, path, mark, values] of slowForms)
  hurried(`${name}: a press is answered soon where nothing answers us`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl, { usdt: '200' }), 'en')
    const page = await visitor.visit(path)
    stack.faulty.fail('hangs', { method: 'GET', path: /./ })
    for (const method of ['POST', 'PATCH']) stack.faulty.fail('hangs', { method, path: /./ })
    const startedMs = performance.now()
    const { status, url } = await visitor.submit(page, mark, values)
    // What changes something goes on, and a page of its own waits for its answer.
    if (url.pathname.startsWith('/answer/')) expect(status).toBe(200)
    else expect(status).toBeGreaterThanOrEqual(500)
    expect(performance.now() - startedMs).toBeLessThan(soonMs)
  })

hurried(
  'a move of the demonstration’s clock that takes long is told, and shown once it is made',
  async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    const say = textsOf('en')
    const page = await visitor.visit('/demo/clock')
    stack.faulty.fail('commits later, hangs now', { method: 'POST', path: /\/demo\/clock$/ })
    const told = await visitor.submit(page, 'id="clock-days"', { days: '1' })
    expect([told.status, told.url.pathname]).toEqual([200, '/demo/clock'])
    expect(told.text).toContain(say('auth:clock.maybeMoved'))
    expect(told.headers.get('refresh')).toBe('3')
    await stack.faulty.deliver()
    stack.faulty.heal()
    const moved = await visitor.visit(told.url.href)
    expect(moved.url.pathname).toBe('/cabinet')
    expect(moved.textOf('body')).toContain(say('flash:clockMoved'))
  },
)

test('the page of the clock believes no address that names no day', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const say = textsOf('en')
  for (const until of ['', '0', 'abc', '-1', '1e3', '9'.repeat(20)]) {
    const page = await visitor.visit(`/demo/clock?until=${until}`)
    expect([page.url.pathname, page.headers.get('refresh')], until).toEqual(['/demo/clock', null])
    expect(page.text).not.toContain(say('auth:clock.maybeMoved'))
  }
})

test("an operator's decision whose answer was lost is found by a page that asks again by itself", async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const id = await newPayment(investor, '200')
  const operator = openVisitor(stack.url, 'en')
  await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  const page = await operator.visit(`/operator/withdrawals/${id}`)
  const review = await operator.submit(page, 'name="decision"', { decision: 'approve' })
  stack.faulty.fail('commits later, 504 now', { method: 'POST', path: /\/payments\/[^/]+\/decide$/ })
  const lost = await operator.submit(review, 'name="figures"')
  expect(lost.url.pathname).toMatch(/^\/operator\/submissions\//)
  expect(lost.headers.get('refresh')).toBe('5')
  await stack.faulty.deliver()
  const found = await operator.visit(lost.url.pathname)
  expect(found.url.pathname).toMatch(/^\/operator\/withdrawals/)
  expect(found.headers.get('refresh')).toBeNull()
})

const outcomes = { method: 'GET', path: /\/ext\/outcomes\// }

/** Opens the same deposit by a direct call, not by the browser's form. */
const openElsewhere = (investor: Investor, amount: string) =>
  investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount })

test('a decision of the demonstration whose answer was lost is shown, or may have been made', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '200' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const decide = { method: 'POST', path: /\/decide$/ }
  const complete = async (id: string) =>
    visitor.submit(await visitor.visit(`/cabinet/withdrawals/${id}`), 'id="decide"', { decision: 'complete' })

  const [first, second] = [await newPayment(investor, '50'), await newPayment(investor, '60')]
  stack.faulty.fail('hangs', decide)
  const lost = await complete(first)
  expect(lost.status).toBe(504)
  expect(lost.text).toContain(say('refusals:maybeDone'))

  stack.faulty.fail('commits, then resets', decide)
  const shown = await complete(second)
  expect([shown.status, shown.url.pathname]).toEqual([200, `/cabinet/withdrawals/${second}`])
  expect(shown.text).toContain(say('common:status.payment.completed'))
})
