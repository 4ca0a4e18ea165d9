import { randomUUID } from 'node:crypto'
import { type Db } from '../../backend/db/connect'
import { leaveReport } from '../../backend/money-in/leave-report'
import { type WatchedProduct } from '../support/watched'
import { type Investor, demoOperator, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages, textsOf } from '../support/texts'
import { type Visitor, openVisitor, rowsOf } from '../support/visitor'
import { lateTransfer, reportFinal } from '../support/waiting-transfers'

/** Transfers that no top-up took: an operator credits each of them once, or closes it with a reason. */

const decisionField = 'name="decision"'
const confirmField = 'name="figures"'
const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }

/** A transfer that came after the time of its investor's top-up. */
async function late({ backendUrl, db }: WatchedProduct, amount = '300') {
  const investor = await newInvestor(backendUrl)
  const refill = await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount })
  const refillId = String(refill['id'])
  const waiting = await lateTransfer(db as Db, refillId, { amount })
  return { investor, refillId, ...waiting, path: `/operator/transfers/${waiting.id}` }
}

const balanceOf = async ({ ask }: Investor) =>
  ((await ask('GET', '/user/balance')) as { balance: string }).balance

async function signIn(
  url: string,
  account: Record<string, string>,
  lng: 'ru' | 'en' = 'en',
): Promise<Visitor> {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', account)
  return visitor
}
const operatorOf = ({ url }: WatchedProduct, lng: 'ru' | 'en' = 'en') => signIn(url, { ...demoOperator }, lng)

for (const lng of languages) {
  test(`a late transfer is found and credited to its top-up, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const { investor, refillId, transactionHash, path } = await late(stack)
    const operator = await operatorOf(stack, lng)

    const today = await operator.visit('/operator')
    expect(today.links('/operator/transfers')[0]).toBeDefined()
    const list = await operator.visit(`/operator/transfers?search=${transactionHash.slice(0, 10)}`)
    expect(list.links(path)).toHaveLength(1)
    const [row] = rowsOf(list)
    expect(row!.join(' ')).toContain(say('cases:problem.late'))
    expect(row!.join(' ')).toContain(investor.login)
    expect(list.$(`button[data-copy="${transactionHash}"]`)).toHaveLength(1)

    const page = await operator.visit(path)
    expect(page.text).toContain(say('cases:problemText.late'))
    expect(page.$(`main dd button[data-copy="${transactionHash}"]`)).toHaveLength(1)
    expect(page.links(`/operator/top-ups/${refillId}`)).not.toHaveLength(0)

    const unchosen = await operator.submit(page, decisionField, { decision: 'approve' })
    expect(unchosen.status).toBe(422)
    expect(unchosen.text).toContain(say('refusals:code.required'))
    const review = await operator.submit(unchosen, decisionField, { decision: 'approve', refill: refillId })
    expect(review.textOf('main dd')).toMatch(/^300[.,]00\s?USDT$/)
    expect(review.text).toContain(say('cases:review.balanceOf', { login: investor.login }))
    expect(review.text).toContain('Your balance was topped up with 300.00 USDT.')
    expect(await balanceOf(investor)).toBe('0')
    const next = await operator.submit(review, confirmField)
    expect(next.html).toContain(say('flash:caseDecided'))

    expect(await balanceOf(investor)).toBe('300')
    const credited = await operator.visit(path)
    expect(credited.text).toContain(say('cases:state.transfer.credited'))
    expect(credited.text).toContain(lng === 'ru' ? 'Уже зачислен: operator' : 'Already credited by operator')
    expect(credited.links(`/operator/top-ups/${refillId}`)).not.toHaveLength(0)
    expect(
      (await operator.visit(`/operator/transfers?search=${investor.login}`)).$('main table'),
    ).toHaveLength(0)
    const trail = await operator.visit('/operator/audit?kind=transfer')
    expect(trail.links(path)).toHaveLength(1)
  })

  test(`one is closed without a credit, with a reason that is not forgotten where it is missing, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { investor, path } = await late(stack)
    const operator = await operatorOf(stack, lng)
    const page = await operator.visit(path)
    const empty = await operator.submit(page, decisionField, { decision: 'reject', reason: '  ' })
    expect(empty.status).toBe(422)
    expect(empty.text).toContain(say('refusals:code.required'))
    expect(empty.$('#decision-reason').attr('aria-invalid')).toBe('true')
    expect(empty.$('input[value="reject"]').attr('checked')).toBeDefined()
    const long = await operator.submit(empty, decisionField, { decision: 'reject', reason: 'x'.repeat(301) })
    expect(long.typed('reason')).toBe('x'.repeat(301))
    const reason = 'Sent <back> to its sender.'
    const review = await operator.submit(long, decisionField, { decision: 'reject', reason })
    expect(review.text).toContain(say('cases:review.readsNothing'))
    await operator.submit(review, confirmField)

    const closed = await operator.visit(path)
    expect(closed.text).toContain(say('cases:state.transfer.closed'))
    expect(closed.text).toContain(reason)
    expect(await balanceOf(investor)).toBe('0')
    const list = await operator.visit(`/operator/transfers?status=closed&search=${investor.login}`)
    expect(list.links(path)).toHaveLength(1)
  })
}

test('two operators and two tabs credit it once, and the second one reads by whom', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, refillId, path } = await late(stack)
  const operator = await operatorOf(stack)
  const cashier = await signIn(stack.url, demoCashier)
  const credit = { decision: 'approve', refill: refillId }
  const reviewOf = async (by: Visitor) => by.submit(await by.visit(path), decisionField, credit)
  const [tab, other] = [await reviewOf(operator), await reviewOf(operator)]
  const theirs = await reviewOf(cashier)
  const open = await cashier.visit(path)
  await operator.submit(tab, confirmField)
  // The second tab is the same intent; the other operator is told.
  await operator.submit(other, confirmField)
  for (const answer of [
    await cashier.submit(theirs, confirmField),
    await cashier.submit(open, decisionField, credit),
    await cashier.submit(open, decisionField, { decision: 'reject', reason: 'Not ours.' }),
  ]) {
    expect(answer.text).toContain(say('refusals:code.already_decided'))
    expect(answer.text).toMatch(/Already credited by operator, /)
    expect(answer.$('#confirm')).toHaveLength(0)
  }
  expect(await balanceOf(investor)).toBe('300')
  const { items } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
  expect(items.filter(({ message }) => message.includes('topped up'))).toHaveLength(1)
})

test('one that its top-up was credited with by hand waits no more, and makes no message', async ({
  stack,
}) => {
  const { investor, refillId, transactionHash, path } = await late(stack, '120')
  const operator = await operatorOf(stack)
  const messages = await operator.visit(`/operator/messages?search=${transactionHash}&status=all`)
  expect(messages.$('main table')).toHaveLength(0)
  const review = await operator.submit(await operator.visit(`/operator/top-ups/${refillId}`), decisionField, {
    ...{ decision: 'approve', creditedAmount: '120', transactionHash },
  })
  await operator.submit(review, confirmField)
  expect((await operator.visit(path)).text).toContain('Already credited by operator')
  expect(await balanceOf(investor)).toBe('120')
})

test('one without a top-up leads to the correction of its investor’s balance, filled in', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor, refillId, id, path, transactionHash } = await late(stack, '1234.5')
  await investor.ask('GET', '/user/balance')
  const operator = await operatorOf(stack)
  const rejection = { decision: 'reject', reason: 'It never came.' }
  const review = await operator.submit(
    await operator.visit(`/operator/top-ups/${refillId}`),
    decisionField,
    rejection,
  )
  await operator.submit(review, confirmField)
  const page = await operator.visit(path)
  expect(page.text).toContain(say('cases:transfer.noCandidates'))
  expect(page.$('input[value="approve"]')).toHaveLength(0)
  const correction = await operator.follow(page, say('cases:transfer.correct', { login: investor.login }))
  expect(correction.typed('amount')).toBe('1234.5')
  expect(correction.$('input[name="direction"][value="credit"]').attr('checked')).toBeDefined()
  expect(correction.$('select[name="currency"] option[selected]').attr('value')).toBe('USDT')

  // Anything else in the address fills nothing in.
  const bare = await operator.visit(`${correction.url.pathname}?direction=credit&currency=XYZ&amount=<b>`)
  expect(bare.typed('amount')).toBe('')
  expect(id).not.toBe(transactionHash)
})

test('one that was taken back after its credit is only closed', async ({ stack }) => {
  const say = textsOf('en')
  const { investor, refillId, transactionHash, path } = await late(stack)
  const operator = await operatorOf(stack)
  const credit = { decision: 'approve', refill: refillId }
  const review = await operator.submit(await operator.visit(path), decisionField, credit)
  await operator.submit(review, confirmField)
  const { items } = (await investor.ask('GET', '/funds/refills')) as { items: { wallet: string }[] }
  await reportFinal(stack.db as Db, { address: items[0]!.wallet, transactionHash, state: 'dropped' })
  const page = await operator.visit(path)
  expect(page.text).toContain(say('cases:problemText.taken_back'))
  expect(page.$('input[value="approve"]')).toHaveLength(0)
  const debit = await operator.follow(page, say('cases:transfer.correct', { login: investor.login }))
  expect(debit.$('input[name="direction"][value="debit"]').attr('checked')).toBeDefined()
})

test('a report that failed for ever says what is known, and is only closed', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  const refill = await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '300' })
  const invoiceId = randomUUID()
  const now = new Date()
  const event = { source: 'btcpay', eventId: invoiceId, body: { invoiceId, orderId: refill['id'] } } as const
  await (stack.db as Db).transaction((tx) =>
    leaveReport(tx, { now, realNow: now, newId: randomUUID, demo: true }, event),
  )
  const operator = await operatorOf(stack)
  const list = await operator.visit(`/operator/transfers?search=${investor.login}`)
  const [row] = rowsOf(list)
  expect(row!.join(' ')).toContain(say('cases:problem.report_failed'))
  expect(row!.join(' ')).not.toMatch(/USDT/)
  const page = await operator.follow(list, say('cases:problem.report_failed'))
  expect(page.textOf('h1')).toBe(say('cases:transfer.reportTitle'))
  expect(page.text).toContain(say('cases:problemText.report_failed'))
  expect(page.text).toContain(invoiceId)
  expect(page.text).toContain(investor.login)
  expect(page.text).not.toContain(say('cases:transfer.noCandidates'))
  expect(page.$('input[value="approve"]')).toHaveLength(0)
  const review = await operator.submit(page, decisionField, { decision: 'reject', reason: 'Never paid.' })
  expect(review.text).toContain(invoiceId)
  await operator.submit(review, confirmField)
  expect((await operator.visit(page.url.pathname)).text).toContain('Never paid.')
})

test('several are closed at once, and the list is sorted by its address', async ({ stack }) => {
  const say = textsOf('en')
  const [small, large] = [await late(stack, '11'), await late(stack, '90000')]
  const operator = await operatorOf(stack)
  const sorted = await operator.visit('/operator/transfers?sort=amount')
  const order = sorted
    .entries('/operator/transfers')
    .filter((path) => [small.path, large.path].includes(path))
  expect(order).toEqual([large.path, small.path])
  expect(sorted.$('th[aria-sort="descending"]').text()).toContain(say('cases:fact.amount'))
  const found = await operator.visit(`/operator/transfers?search=${small.investor.login}`)
  const review = await operator.submit(found, decisionField, {
    ...{ 'cases[0]': small.id, decision: 'reject', reason: 'Sent back.' },
  })
  const results = await operator.submit(review, confirmField)
  expect(results.text).toContain(say('cases:several.state.done'))
  expect((await operator.visit(small.path)).text).toContain('Already closed by operator')
})

test('a search and a saved view keep the order of the list', async ({ stack }) => {
  const say = textsOf('en')
  const operator = await operatorOf(stack)
  const sorted = await operator.visit('/operator/transfers?sort=amount&sortDir=asc')
  const chosen = { status: 'open', sort: 'amount', sortDir: 'asc' }
  const found = await operator.press(sorted, 'name="search"', { search: 'a' })
  expect(Object.fromEntries(found.url.searchParams)).toEqual({ ...chosen, search: 'a' })
  const waiting = await operator.press(found, 'name="search"', { sort: 'waitsSince' })
  expect(Object.fromEntries(waiting.url.searchParams)).toEqual({
    ...{ ...chosen, sort: 'waitsSince', search: 'a' },
  })
  // Without a direction in the address each order has its usual one.
  const plain = await operator.press(await operator.visit('/operator/transfers'), 'name="search"')
  expect(plain.url.searchParams.has('sortDir')).toBe(false)

  const name = 'The smallest first'
  const saved = await operator.press(sorted, say('cases:views.saveButton'), { name })
  expect(Object.fromEntries(saved.url.searchParams)).toEqual(chosen)
  const view = await operator.follow(await operator.visit('/operator/transfers'), name)
  expect(Object.fromEntries(view.url.searchParams)).toEqual(chosen)
  expect(view.$('th[aria-sort="ascending"]').text()).toContain(say('cases:fact.amount'))
  await operator.press(view, `${say('cases:views.remove')} ${name}`)
})

test('who reads only is offered no decision, and nobody else finds the queue', async ({ stack }) => {
  const say = textsOf('en')
  const { path } = await late(stack)
  const support = await signIn(stack.url, { login: 'support', password: 'Demo-support-1' })
  const page = await support.visit(path)
  expect(page.text).toContain(say('cases:case.readOnly'))
  expect(page.$('input[name="decision"]')).toHaveLength(0)
  const editor = await signIn(stack.url, { login: 'editor', password: 'Demo-editor-1' })
  for (const visitor of [editor, openVisitor(stack.url)])
    for (const address of ['/operator/transfers', path])
      expect((await visitor.visit(address)).status, address).toBe(404)
})
