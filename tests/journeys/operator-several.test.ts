import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { fileOf } from '../support/files'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, itemsOf, openVisitor, rowsOf, wordsOfHtml } from '../support/visitor'

/** One decision on several cases of a queue, without scripts. */

/** By how much the clock of the app is ahead. */
let aheadMs = 0
const test = journeysOn({ now: () => Date.now() + aheadMs })
beforeEach(() => void (aheadMs = 0))

const minuteMs = 60_000

const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }
const demoSupport = { login: 'support', password: 'Demo-support-1' }
const decisionField = 'name="decision"'
const confirmField = 'name="figures"'

async function signedInAs({ url }: FaultyProduct, who: typeof demoCashier, lng: 'ru' | 'en' = 'en') {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', who)
  return visitor
}

/** Withdrawals of one new investor. */
async function requested({ backendUrl }: FaultyProduct, count: number, amount = '50') {
  const investor = await newInvestor(backendUrl, { usdt: String(Number(amount) * count) })
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    ids.push(payment.id)
  }
  return { investor, ids }
}

const queueOf = (operator: Visitor, login: string, status = 'open') =>
  operator.visit(`/operator/withdrawals?status=${status}&search=${login}`)

/** The boxes of these cases, as they are sent when they are ticked. */
function ticked({ $ }: Answer, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ids.map((id) => [$(`main input[type="checkbox"][value="${id}"]`).attr('name') ?? 'no box', id]),
  )
}

const lastCells = (page: Answer) => rowsOf(page).map((cells) => cells.at(-1))
const effects = (page: Answer) => rowsOf(page).map((cells) => cells[1])

async function statesOf({ ask }: Pick<Awaited<ReturnType<typeof newInvestor>>, 'ask'>) {
  const { items } = (await ask('GET', '/funds/payments')) as {
    items: { id: string; status: string; reason: string | null }[]
  }
  return new Map(items.map(({ id, status }) => [id, status]))
}

for (const lng of otherPlainLanguages)
  test(`ticked withdrawals are rejected at once, each investor reads it in their language, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { investor, ids } = await requested(stack, 3)
    const other = await requested(stack, 1)
    await other.investor.ask('POST', '/user/profile', { language: 'ru' })
    const operator = await signedInAs(stack, demoCashier, lng)
    const queue = await queueOf(operator, '')
    const chosen = [...ids.slice(0, 2), ...other.ids]
    const missing = await operator.submit(queue, decisionField, {
      ...ticked(queue, chosen),
      decision: 'reject',
    })
    expect(missing.refused.problems).toEqual([say('refusals:code.required')])
    expect(missing.$('main input[type="checkbox"][checked]')).toHaveLength(3)

    const review = await operator.press(missing, say('cases:several.continue'), { usual: 'network' })
    expect(review.text).toContain(
      say('cases:several.lead', { decision: say('cases:decide.payments.reject'), count: 3, total: 3 }),
    )
    expect(review.textOf('main dd')).toMatch(/^150[.,]00\s?USDT$/)
    expect(review.text).toContain(say('cases:decide.payments.rejectText'))
    expect(review.$('tbody [lang="en"]')).toHaveLength(2)
    const english = review.$('tbody [lang="en"]').first().text()
    expect(review.$('tbody [lang="ru"]').text()).toContain(textsOf('ru')('cases:reasons.payments.network'))
    expect([...(await statesOf(investor)).values()]).toEqual(['pending', 'pending', 'pending'])

    // Pressed twice at once.
    const [results] = await Promise.all([
      operator.submit(review, confirmField),
      operator.submit(review, confirmField),
    ])
    expect(lastCells(await operator.visit(results.url.pathname))).toEqual(
      Array(3).fill(say('cases:several.state.done')),
    )
    const states = await statesOf(investor)
    expect(ids.map((id) => states.get(id))).toEqual(['rejected', 'rejected', 'pending'])
    const { items } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
    expect(items.filter(({ message }) => wordsOfHtml(message) === english)).toHaveLength(2)

    // The same press again, and the page of the results, decide nothing more.
    expect(lastCells(await operator.submit(review, confirmField))).toEqual(
      lastCells(await operator.visit(results.url.pathname)),
    )
    const decided = await operator.visit(`/operator/withdrawals/${ids[0]}`)
    expect(itemsOf(decided, 'history')).toHaveLength(1)
  })

test('two operators with overlapping selections: each case is decided once, and the rest goes on', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor, ids } = await requested(stack, 4)
  const [one, two, three, four] = ids as [string, string, string, string]
  const [first, second] = [await signedInAs(stack, demoCashier), await signedInAs(stack, demoOperator)]
  const reviewBy = async (by: Visitor, chosen: string[], typed: Record<string, string>) => {
    const queue = await queueOf(by, investor.login)
    return by.submit(queue, decisionField, { ...ticked(queue, chosen), ...typed })
  }
  const approval = await reviewBy(first, [one, two, three], { decision: 'approve' })
  const rejection = await reviewBy(second, [two, three, four], { decision: 'reject', reason: 'No.' })
  await second.submit(await second.visit(`/operator/withdrawals/${one}`), 'value="take"')

  const rejected = await second.submit(rejection, confirmField)
  expect(lastCells(rejected)).toEqual(Array(3).fill(say('cases:several.state.done')))
  const approved = await first.submit(approval, confirmField)
  const decided = `${say('cases:several.state.refused')} ${say('refusals:code.already_decided')}`
  expect(lastCells(approved)).toEqual([
    `${say('cases:several.state.refused')} ${say('refusals:code.case_taken', { by: 'operator' })}`,
    ...[decided, decided],
  ])
  // Given back, it is not decided by the old press.
  await second.submit(await second.visit(`/operator/withdrawals/${one}`), 'value="release"')
  expect(lastCells(await first.submit(approval, confirmField))).toEqual(lastCells(approved))
  const states = await statesOf(investor)
  expect(ids.map((id) => states.get(id))).toEqual(['pending', 'rejected', 'rejected', 'rejected'])

  const late = await reviewBy(first, [one], { decision: 'approve' })
  const again = await first.press(late, say('common:action.back'))
  expect(again.$('main input[type="checkbox"][checked]')).toHaveLength(1)
  expect(lastCells(await first.submit(late, confirmField))).toEqual([say('cases:several.state.done')])
})

test('the check page leaves out what can not take the decision, and says why', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, ids } = await requested(stack, 3)
  const [taken, moved, good] = ids as [string, string, string]
  const operator = await signedInAs(stack, demoOperator)
  const { ask } = await knownInvestor(stack.backendUrl, demoCashier)
  const queue = await queueOf(operator, investor.login)
  await ask('POST', `/ext/operator/cases/payments/${taken}/take`, {})
  await ask('POST', `/ext/operator/payments/${moved}/decide`, { decision: 'reject', reason: 'No.' })
  const review = await operator.submit(queue, decisionField, { all: 'on', decision: 'approve' })
  expect(new Set(effects(review))).toEqual(
    new Set([
      `${say('cases:several.left')} ${say('refusals:code.case_taken', { by: 'cashier' })}`,
      `${say('cases:several.left')} ${say('refusals:code.already_decided')}`,
      say('cases:several.decides'),
    ]),
  )
  const results = await operator.submit(review, confirmField)
  expect(results.$(`main tbody a[href="/operator/withdrawals/${good}"]`)).toHaveLength(1)
  expect(lastCells(results)).toEqual([say('cases:several.state.done')])
  expect((await queueOf(operator, investor.login, 'approved')).html).toContain(good)
})

test('a lost answer is not known yet, holds no other up, and is found by the same page', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor, ids } = await requested(stack, 3)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await queueOf(operator, investor.login)
  const review = await operator.submit(queue, decisionField, { all: 'on', decision: 'approve' })
  stack.faulty.fail('commits later, 504 now', {
    method: 'POST',
    path: new RegExp(`/payments/${ids[1]}/decide$`),
  })
  const lost = await operator.submit(review, confirmField)
  const done = say('cases:several.state.done')
  expect(lastCells(lost).toSorted()).toEqual([done, done, say('cases:several.state.unknown')])
  expect(lost.headers.get('refresh')).toBe('5')
  await stack.faulty.deliver()
  stack.faulty.heal()
  const found = await operator.visit(lost.url.pathname)
  expect(lastCells(found)).toEqual([done, done, done])
  expect(lastCells(await operator.submit(review, confirmField))).toEqual([done, done, done])
  const decisions = ids.map(
    (id) => stack.faulty.reached.filter((call) => call.endsWith(`/payments/${id}/decide`)).length,
  )
  expect(decisions).toEqual([1, 1, 1])
})

test('a request that did not arrive is found to be lost, and the page no longer waits for it', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor, ids } = await requested(stack, 2)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await queueOf(operator, investor.login)
  const review = await operator.submit(queue, decisionField, { all: 'on', decision: 'approve' })
  stack.faulty.fail(
    { reaches: 'never', answer: 'reset' },
    { method: 'POST', path: new RegExp(`/payments/${ids[0]}/decide$`) },
  )
  const sent = await operator.submit(review, confirmField)
  const done = say('cases:several.state.done')
  expect(lastCells(sent).toSorted()).toEqual([done, say('cases:several.state.unknown')])
  expect(sent.text).toContain(say('cases:several.open'))
  expect(sent.headers.get('refresh')).toBe('5')
  stack.faulty.heal()
  aheadMs = 3 * minuteMs
  const lost = await operator.visit(sent.url.pathname)
  expect(lastCells(lost).toSorted()).toEqual([done, say('cases:several.state.absent')])
  expect(lost.text).not.toContain(say('cases:several.open'))
  expect(lost.headers.get('refresh')).toBeNull()
})

for (const lng of otherPlainLanguages)
  test(`after a day the page of the results says that they are no longer kept, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { investor, ids } = await requested(stack, 2)
    const operator = await signedInAs(stack, demoCashier, lng)
    const queue = await queueOf(operator, investor.login)
    const typed = { all: 'on', decision: 'reject', usual: 'network' }
    const review = await operator.submit(queue, decisionField, typed)
    const results = await operator.submit(review, confirmField)
    aheadMs = 23 * 60 * minuteMs
    const evening = await signedInAs(stack, demoCashier, lng)
    expect(lastCells(await evening.visit(results.url.pathname))).toEqual(
      Array(2).fill(say('cases:several.state.done')),
    )
    aheadMs = 24 * 60 * minuteMs
    const tomorrow = await signedInAs(stack, demoCashier, lng)
    const late = await tomorrow.visit(results.url.pathname)
    expect(late.text).toContain(say('cases:several.forgotten'))
    expect(lastCells(late)).toEqual(
      Array(2).fill(`${say('cases:several.state.forgotten')} ${say('cases:several.toCase')}`),
    )
    for (const id of ids)
      expect(late.$(`main tbody td:last-child a[href="/operator/withdrawals/${id}"]`)).toHaveLength(1)
    expect(late.headers.get('refresh')).toBeNull()
  })

test('what an investor would read otherwise by now is shown again before anything is decided', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor } = await requested(stack, 2)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await queueOf(operator, investor.login)
  const review = await operator.submit(queue, decisionField, {
    ...{ all: 'on', decision: 'reject', usual: 'owner' },
  })
  await investor.ask('POST', '/user/profile', { language: 'ru' })
  const changed = await operator.submit(review, confirmField)
  expect(changed.text).toContain(say('cases:several.changed'))
  expect(changed.$('tbody [lang="ru"]')).toHaveLength(2)
  expect([...(await statesOf(investor)).values()]).toEqual(['pending', 'pending'])
  const results = await operator.submit(changed, confirmField)
  expect(lastCells(results)).toEqual(Array(2).fill(say('cases:several.state.done')))
})

test('as long as it is not known what an investor would read, nothing is decided', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, ids } = await requested(stack, 2)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await queueOf(operator, investor.login)
  const typed = { all: 'on', decision: 'reject', usual: 'owner' }
  const preview = { method: 'POST', path: /\/preview$/ }
  stack.faulty.fail('answers 503 in words', preview)
  expect((await operator.submit(queue, decisionField, typed)).status).toBe(503)
  stack.faulty.heal()

  const review = await operator.submit(queue, decisionField, typed)
  stack.faulty.fail('answers 503 in words', preview)
  expect((await operator.submit(review, confirmField)).status).toBe(503)
  expect([...(await statesOf(investor)).values()]).toEqual(['pending', 'pending'])
  stack.faulty.heal()

  // In which language, only the case itself says.
  stack.faulty.fail('answers 503 in words', {
    method: 'GET',
    path: new RegExp(`/payments/${ids[0]}$`),
  })
  const changed = await operator.submit(review, confirmField)
  expect(changed.text).toContain(say('cases:several.changed'))
  expect(effects(changed).toSorted()).toEqual(
    [
      say('cases:several.decides'),
      `${say('cases:several.left')} ${say('cases:several.noLanguage')}`,
    ].toSorted(),
  )
  expect(lastCells(await operator.submit(changed, confirmField))).toEqual([say('cases:several.state.done')])
  const states = await statesOf(investor)
  expect(ids.map((id) => states.get(id))).toEqual(['pending', 'rejected'])
})

/** The check page of five rejections, of which the last was not sent: the session had ended by then. */
async function brokenOff(stack: FaultyProduct) {
  const { investor, ids } = await requested(stack, 5)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await queueOf(operator, investor.login)
  const review = await operator.submit(queue, decisionField, {
    ...{ all: 'on', decision: 'reject', usual: 'owner' },
  })
  const last = review.value('chosen').split('/').at(-1)!
  stack.faulty.fail('answers 401 in words', {
    method: 'POST',
    path: new RegExp(`/payments/${last}/decide$`),
  })
  await operator.submit(review, confirmField)
  stack.faulty.heal()
  const states = await statesOf(investor)
  expect(ids.filter((id) => states.get(id) !== 'rejected')).toEqual([last])
  await operator.submit(await operator.visit('/login'), 'name="password"', demoCashier)
  return { investor, operator, review, last }
}

test('sent again after the session has ended, the form decides the rest', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, operator, review, last } = await brokenOff(stack)
  const results = await operator.submit(review, confirmField)
  expect(lastCells(results)).toEqual(Array(5).fill(say('cases:several.state.done')))
  expect((await statesOf(investor)).get(last)).toBe('rejected')
})

test('sent again, the form shows first what would be read otherwise of the rest', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, operator, review, last } = await brokenOff(stack)
  await investor.ask('POST', '/user/profile', { language: 'ru' })
  const changed = await operator.submit(review, confirmField)
  expect(changed.text).toContain(say('cases:several.changed'))
  expect(effects(changed)).toEqual([
    ...Array<string>(4).fill(`${say('cases:several.left')} ${say('refusals:code.already_decided')}`),
    say('cases:several.decides'),
  ])
  expect((await statesOf(investor)).get(last)).toBe('pending')
  const results = await operator.submit(changed, confirmField)
  expect(lastCells(results)).toEqual([say('cases:several.state.done')])
  expect((await statesOf(investor)).get(last)).toBe('rejected')
})

test('messages are closed with one answer, top-ups rejected; a message can not be turned down', async ({
  stack,
}) => {
  const say = textsOf('en')
  const sender = openVisitor(stack.url, 'en')
  const message = `When does the tide turn? ${Date.now()}`
  for (const name of ['Ona', 'Jonas'])
    await sender.submit(await sender.visit('/contacts'), 'name="message"', {
      ...{ name, email: `${name.toLowerCase()}@example.org`, message },
    })
  const operator = await signedInAs(stack, demoOperator)
  const queue = await operator.visit(`/operator/messages?search=${encodeURIComponent(message)}`)
  const typed = { all: 'on', reason: 'No.', answer: 'At noon.' }
  const refused = await operator.submit(queue, decisionField, { ...typed, decision: 'reject' })
  expect(effects(refused)).toEqual(
    Array(2).fill(`${say('cases:several.left')} ${say('refusals:code.decision_invalid')}`),
  )
  const review = await operator.submit(queue, decisionField, { ...typed, decision: 'complete' })
  expect(review.$('tbody [lang="en"]').text()).toContain('At noon.')
  expect(lastCells(await operator.submit(review, confirmField))).toEqual(
    Array(2).fill(say('cases:several.state.done')),
  )

  const investor = await newInvestor(stack.backendUrl)
  for (const amount of ['100', '200'])
    await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount })
  const topUps = await operator.visit(`/operator/top-ups?search=${investor.login}`)
  const rejection = await operator.submit(topUps, decisionField, {
    ...{ all: 'on', decision: 'reject', usual: 'nothing' },
  })
  expect(lastCells(await operator.submit(rejection, confirmField))).toEqual(
    Array(2).fill(say('cases:several.state.done')),
  )
})

test('applications are answered with one answer, others turned down without a reason', async ({ stack }) => {
  const say = textsOf('en')
  const name = `Vytautas ${Date.now()}`
  const apply = async (of: string, contacts: Record<string, string>) => {
    const applicant = openVisitor(stack.url, 'en')
    const form = await applicant.visit('/vacancies/lawyer')
    const resume = fileOf('pdf', 2_000)
    const typed = { name: `${name} ${of}`, phone: '+370 612 34567', resume, ...contacts }
    const sent = await applicant.press(form, 'name="resume"', typed)
    expect(sent.url.pathname).toBe('/vacancies/lawyer/sent')
  }
  const operator = await signedInAs(stack, demoOperator)
  const search = (of: string, status: string) =>
    operator.visit(
      `/operator/applications?status=${status}&search=${encodeURIComponent(`${name} ${of}`.trim())}`,
    )
  await apply('away', { email: 'away@example.org' })
  await apply('away too', {})
  await apply('in', { email: 'in@example.org' })
  await apply('in too', { email: 'in.too@example.org' })
  const done = Array(2).fill(say('cases:several.state.done'))

  const away = await search('away', 'open')
  expect(away.text).toContain(say('cases:several.applicantsAnswerHint'))
  const declining = await operator.submit(away, decisionField, {
    ...{ all: 'on', decision: 'reject', answer: 'We wish you well.' },
  })
  expect(declining.textOf('thead')).toContain(say('cases:review.applicantReads'))
  const read = rowsOf(declining).map((cells) => cells.at(-1) ?? '')
  expect(read.filter((text) => text.includes('We wish you well.'))).toHaveLength(1)
  expect(read).toContain(say('cases:several.readsNothing'))
  expect(effects(declining)).toEqual(Array(2).fill(say('cases:several.decides')))
  const declined = await operator.submit(declining, confirmField)
  expect(lastCells(declined)).toEqual(done)
  expect((await search('away', 'declined')).$('main tbody tr')).toHaveLength(2)

  const answering = await operator.submit(await search('in', 'open'), decisionField, {
    ...{ all: 'on', decision: 'complete', answer: 'Come on Monday.' },
  })
  expect(answering.$('tbody [lang="en"]').text().split('Come on Monday.')).toHaveLength(3)
  expect(lastCells(await operator.submit(answering, confirmField))).toEqual(done)
  expect((await search('', 'open')).$('main tbody tr')).toHaveLength(0)
})

test('what needs a second operator waits for one', async ({ stack }) => {
  const say = textsOf('en')
  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  const value = { on: true, over: { payment: '100', refill: '100' } }
  await ask('PATCH', '/ext/operator/settings/fourEyes', { value })
  const small = await requested(stack, 1)
  const large = await requested(stack, 1, '300')
  const cashier = await signedInAs(stack, demoCashier)
  const queue = await queueOf(cashier, '')
  const boxes = ticked(queue, [...small.ids, ...large.ids])
  const review = await cashier.submit(queue, decisionField, { ...boxes, decision: 'approve' })
  expect(effects(review).toSorted()).toEqual(
    [say('cases:several.decides'), say('cases:several.waits')].toSorted(),
  )
  const results = await cashier.submit(review, confirmField)
  expect(lastCells(results).toSorted()).toEqual(
    [say('cases:several.state.done'), say('cases:several.state.waits')].toSorted(),
  )
  const again = await cashier.submit(await queueOf(cashier, large.investor.login), decisionField, {
    ...{ all: 'on', decision: 'approve' },
  })
  expect(again.text).toContain(say('refusals:code.proposal_open'))
  expect(again.$(`[${confirmField}]`)).toHaveLength(0)
})

test('who may not decide has no boxes and no page for it, and nobody else finds one', async ({ stack }) => {
  const { ids, investor } = await requested(stack, 1)
  const support = await signedInAs(stack, demoSupport)
  const queue = await queueOf(support, investor.login)
  expect(queue.html).toContain(ids[0])
  expect(queue.$('main input[type="checkbox"]')).toHaveLength(0)
  expect((await support.visit('/operator/several/withdrawals')).status).toBe(404)
  expect((await support.visit('/operator/several/messages')).status).toBe(200)
  const visitor = openVisitor(stack.url)
  for (const queueName of ['withdrawals', 'top-ups', 'verifications', 'messages', 'none'])
    for (const address of [`/operator/several/${queueName}`, `/operator/several/${queueName}/1`])
      expect((await visitor.visit(address)).status, address).toBe(404)
  const cashier = await signedInAs(stack, demoCashier)
  expect((await cashier.visit('/operator/several/withdrawals/1')).status).toBe(404)
  expect((await cashier.visit('/operator/several/none')).status).toBe(404)
  const say = textsOf('en')
  const open = await queueOf(cashier, investor.login)
  const none = await cashier.submit(open, decisionField, { decision: 'approve' })
  expect(none.refused.problems).toEqual([say('cases:several.none')])
  const chosen = Array.from({ length: 51 }, (_, place) => `none-${place}`).join('/')
  const many = await cashier.submit(open, decisionField, { decision: 'approve', chosen })
  expect(many.refused.problems).toEqual([say('cases:several.tooMany', { count: 50 })])
})

/** Top-ups of one new investor, and the fields of their transfers on the page that asks for them. */
async function topUpsOf({ backendUrl }: FaultyProduct, count: number) {
  const investor = await newInvestor(backendUrl, { usdt: '25' })
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '30' })
    ids.push(id as string)
  }
  return { investor, ids }
}

const transferOf = (place: number, creditedAmount: string, transactionHash: string) => ({
  [`credits[${place}].creditedAmount`]: creditedAmount,
  [`credits[${place}].transactionHash`]: transactionHash,
})

for (const lng of otherPlainLanguages)
  test(`several top-ups are credited, each by its own transfer and once, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const { investor, ids } = await topUpsOf(stack, 4)
    const operator = await signedInAs(stack, demoCashier, lng)
    const queue = await operator.visit(`/operator/top-ups?search=${investor.login}`)
    const fields = await operator.submit(queue, decisionField, { ...ticked(queue, ids), decision: 'approve' })
    expect(fields.text).toContain(say('cases:credits.title'))
    const chosen = fields.value('chosen').split('/')
    expect(chosen.toSorted()).toEqual(ids.toSorted())

    const nothing = await operator.press(fields, say('cases:decide.continue'))
    expect(nothing.refused.problems).toEqual([say('cases:credits.nothing')])
    const hashes = chosen.map((id) => createHash('sha256').update(id).digest('hex'))
    const half = await operator.press(nothing, say('cases:decide.continue'), {
      ...transferOf(0, '31.5', hashes[0]!),
      ...transferOf(1, '', hashes[1]!),
      ...transferOf(2, '1e3', ''),
    })
    expect(half.refused).toMatchObject({
      problems: [
        say('refusals:code.amount_required'),
        say('refusals:code.amount_exponent'),
        say('refusals:code.required'),
      ],
      fields: 3,
    })
    expect(half.value('credits[0].transactionHash')).toBe(hashes[0])

    // The third has no transfer.
    const review = await operator.press(half, say('cases:decide.continue'), {
      ...transferOf(1, '29', hashes[1]!),
      ...transferOf(2, '', ''),
      ...transferOf(3, '30', hashes[3]!),
    })
    expect(review.text).toContain(
      say('cases:several.lead', { decision: say('cases:decide.refills.approve'), count: 3, total: 4 }),
    )
    expect(rowsOf(review)[2]).toContain(`${say('cases:several.left')} ${say('cases:credits.none')}`)
    const back = await operator.press(review, say('common:action.back'))
    expect(back.value('credits[1].creditedAmount')).toBe('29')
    expect(await creditsOf(investor, chosen)).toEqual([null, null, null, null])

    // Pressed twice at once, and once more.
    const [results] = await Promise.all([
      operator.submit(review, confirmField),
      operator.submit(review, confirmField),
    ])
    await operator.submit(review, confirmField)
    expect(lastCells(await operator.visit(results.url.pathname))).toEqual(
      Array(3).fill(say('cases:several.state.done')),
    )
    const credited = await creditsOf(investor, chosen)
    expect(credited).toEqual(['31.5', '29', null, '30'])
    const { currencies } = (await investor.ask('GET', '/user/balance')) as {
      currencies: Record<string, { balance: string }>
    }
    expect(Number(currencies['USDT']?.balance)).toBe(25 + 31.5 + 29 + 30)

    // With another transfer the form's key is refused.
    const again = await operator.submit(review, confirmField, transferOf(0, '99', hashes[0]!))
    expect(again.refused.problems).toEqual([say('errors:code.idempotency_mismatch')])
    expect(await creditsOf(investor, chosen)).toEqual(credited)
  })

/** What top-ups are credited with, in this order. */
async function creditsOf(
  { ask }: Pick<Awaited<ReturnType<typeof newInvestor>>, 'ask'>,
  ids: readonly string[],
): Promise<(string | null | undefined)[]> {
  const { items } = (await ask('GET', '/funds/refills')) as {
    items: { id: string; creditedAmount: string | null }[]
  }
  const credits = new Map(items.map(({ id, creditedAmount }) => [id, creditedAmount]))
  return ids.map((id) => credits.get(id))
}

test('the demonstration plays a transfer for each of several top-ups', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, ids } = await topUpsOf(stack, 2)
  const operator = await signedInAs(stack, demoCashier)
  const queue = await operator.visit(`/operator/top-ups?search=${investor.login}`)
  const fields = await operator.submit(queue, decisionField, { ...ticked(queue, ids), decision: 'approve' })
  const played = await operator.press(fields, say('common:action.playTransfer'))
  expect(effects(played)).toHaveLength(2)
  const results = await operator.submit(played, confirmField)
  expect(lastCells(results)).toEqual(Array(2).fill(say('cases:several.state.done')))
  expect(await creditsOf(investor, ids)).toEqual(['30', '30'])
})

test('the results of fifty cases with the longest ids are shown, and again after a reload', async ({
  stack,
}) => {
  const say = textsOf('en')
  const ids = Array.from({ length: 50 }, (_, place) => `${'n'.repeat(126)}${place + 10}`)
  const sent = ids.map(
    (id) => sql`(${id}, 'message', ${`${id.slice(-2)}@example.org`}, 'Fifty?', 'en', now())`,
  )
  await stack.db!.execute(
    sql`insert into inquiries (id, kind, email, message, language, created_at) values ${sql.join(sent, sql`, `)}`,
  )
  const cashier = await signedInAs(stack, demoSupport)
  const queue = await cashier.visit('/operator/messages?search=fifty')
  const review = await cashier.submit(queue, decisionField, { decision: 'complete', chosen: ids.join('/') })
  const results = await cashier.submit(review, confirmField)
  expect(results.url.pathname.length).toBeLessThan(8_000)
  expect(lastCells(results)).toEqual(Array(50).fill(say('cases:several.state.done')))
  const again = await cashier.visit(results.url.pathname)
  expect(lastCells(again)).toEqual(Array(50).fill(say('cases:several.state.done')))
})
