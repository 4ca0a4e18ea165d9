import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { otherPlainLanguages } from '../support/reading-modes'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor, wordsOfHtml } from '../support/visitor'

/** A day at the desk: each decision is made on a page, and its investor sees it. */

async function signedInOperator(url: string, lng: 'ru' | 'en') {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  return visitor
}

const decisionField = 'name="decision"'
const confirmField = 'name="figures"'

for (const lng of otherPlainLanguages) {
  test(`a withdrawal is found, taken, noted on, approved and paid out, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const request = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    const operator = await signedInOperator(stack.url, lng)

    const queue = await operator.visit(`/operator/withdrawals?search=${investor.login}`)
    const link = queue.$(`main a[href="/operator/withdrawals/${payment.id}"]`)
    expect(link.text()).toBe(investor.login)
    let page = await operator.visit(link.attr('href')!)
    expect(page.text).toContain(say('cases:wallet.new'))
    expect(page.text).toContain(say('cases:usual.first'))
    page = await operator.submit(page, 'value="take"')
    expect(page.html).toContain(say('flash:caseTaken'))
    page = await operator.submit(page, 'name="text"', { text: 'Called: it is <theirs>.' })
    expect(page.text).toContain('Called: it is <theirs>.')

    const review = await operator.submit(page, decisionField, { decision: 'approve' })
    expect(review.text).toContain(say('cases:review.readsNothing'))
    expect(review.textOf('main dd')).toMatch(/^199[.,]00\s?USDT$/)
    expect(review.text).toContain(say('cases:review.balanceOf', { login: investor.login }))
    expect(review.text).toContain(say('cases:decide.payments.approveText'))
    expect(review.textOf('#confirm button')).toMatch(/· 199[.,]00\sUSDT$/)
    await operator.submit(review, confirmField)
    page = await operator.visit(`/operator/withdrawals/${payment.id}`)
    expect(page.$('input[value="approve"]')).toHaveLength(0)
    const toPay = await operator.visit('/operator/withdrawals?status=approved')
    expect(toPay.html).toContain(`/operator/withdrawals/${payment.id}"`)

    const missing = await operator.submit(page, decisionField, { decision: 'complete' })
    expect(missing.status).toBe(422)
    expect(missing.text).toContain(say('refusals:code.required'))
    const paid = await operator.submit(missing, decisionField, {
      decision: 'complete',
      transactionHash: `ab12cd34-${lng}`,
    })
    expect(paid.text).toContain(say('cases:review.notification'))
    expect(paid.text).not.toContain(say('cases:review.sameTransfer'))
    await operator.submit(paid, confirmField)
    const { items } = (await investor.ask('GET', '/funds/payments')) as { items: object[] }
    expect(items).toMatchObject([{ status: 'completed', transactionHash: `ab12cd34-${lng}` }])
  })

  test(`a withdrawal that is paid out by another one's transfer names that one first, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const operator = await signedInOperator(stack.url, lng)
    const [first, second] = [await newPayment(investor, '200'), await newPayment(investor, '150')]
    const paidOut = async (id: string, transactionHash: string) =>
      operator.submit(await operator.visit(`/operator/withdrawals/${id}`), decisionField, {
        decision: 'complete',
        transactionHash,
      })
    const hash = `same-${lng}-cd34`
    const alone = await paidOut(first, hash)
    expect(alone.text).not.toContain(say('cases:review.sameTransfer'))
    await operator.submit(alone, confirmField)
    const review = await paidOut(second, hash.toUpperCase())
    expect(review.text).toContain(say('cases:review.sameTransfer'))
    expect(review.$(`main [role="alert"] a[href="/operator/withdrawals/${first}"]`).text()).toMatch(
      new RegExp(`^199[.,]00\\sUSDT · ${investor.login}$`),
    )
    // It may be meant: one transfer can have an output for each.
    await operator.submit(review, confirmField)
    const { items } = (await investor.ask('GET', '/funds/payments')) as { items: { status: string }[] }
    expect(items.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  test(`a rejected withdrawal tells its investor exactly what was previewed, in ${lng}`, async ({
    stack,
  }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const request = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    const operator = await signedInOperator(stack.url, lng)
    const page = await operator.visit(`/operator/withdrawals/${payment.id}`)
    const review = await operator.submit(page, decisionField, { decision: 'reject', usual: 'network' })
    const preview = review.$('[lang="en"]').last().text()
    expect(preview).toContain('does not belong to the network')
    expect(review.textOf('main dd')).toMatch(/^200[.,]00\s?USDT$/)
    const again = await operator.submit(review, 'name="change"')
    expect(again.$('input[value="reject"]').attr('checked')).toBeDefined()
    const next = await operator.submit(review, confirmField)
    expect(next.html).toContain(textsOf(lng)('flash:caseDecided'))
    const { items } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
    expect(items.map(({ message }) => wordsOfHtml(message))).toContain(preview)
    const { balance } = (await investor.ask('GET', '/user/balance')) as { balance: string }
    expect(balance).toBe('700')
  })

  test(`a top-up is credited with what has arrived, in ${lng}`, async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const announced = { system: 'usdt-trc20', amount: '1500' }
    const { id } = (await investor.ask('POST', '/funds/refills', announced)) as { id: string }
    const operator = await signedInOperator(stack.url, lng)
    const page = await operator.visit(`/operator/top-ups/${id}`)
    const arrived = lng === 'ru' ? '1 499,5' : '1,499.5'
    const review = await operator.submit(page, decisionField, {
      ...{ decision: 'approve', creditedAmount: arrived, transactionHash: 'ee55' },
    })
    expect(review.$(`input[value="${arrived}"]`).length).toBeGreaterThan(0)
    expect(review.textOf('main dd')).toMatch(/^1.499[.,]50\s?USDT$/)
    await operator.submit(review, confirmField)
    const { balance } = (await investor.ask('GET', '/user/balance')) as { balance: string }
    expect(balance).toBe('1499.5')
  })

  test(`a message is answered, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const sender = openVisitor(stack.url, 'en')
    const message = `When does the tide turn? ${lng} ${Date.now()}`
    const sent = await sender.submit(await sender.visit('/contacts'), 'name="message"', {
      ...{ name: 'Ona', email: 'ona@example.org', message },
    })
    expect(sent.url.pathname).toBe('/contacts/sent')
    const operator = await signedInOperator(stack.url, lng)
    const queue = await operator.visit(`/operator/messages?search=${encodeURIComponent(message)}`)
    const href = queue.$('main table a').attr('href')!
    const page = await operator.visit(href)
    expect(page.text).toContain(message)
    const review = await operator.submit(page, decisionField, { decision: 'complete', answer: 'At noon.' })
    expect(review.text).toContain('The answer to your message')
    await operator.submit(review, confirmField)
    const done = await operator.visit(href)
    expect(done.text).toContain('At noon.')
    expect(done.text).toContain(say('cases:state.inquiry.done'))
  })
}

test('a deletion is completed with the reason that is its last mail', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  await investor.ask('POST', '/ext/account/delete', { password: investor.password })
  const operator = await signedInOperator(stack.url, 'en')
  const queue = await operator.visit(`/operator/messages?kind=deletion&search=${investor.login}`)
  const page = await operator.visit(queue.$('main table a').attr('href')!)
  const missing = await operator.submit(page, decisionField, { decision: 'complete' })
  expect(missing.text).toContain(say('refusals:code.required'))
  const reason = 'Your account is erased, <all> of it.'
  const review = await operator.submit(missing, decisionField, { decision: 'complete', reason })
  expect(review.$('[lang]').text()).toContain(reason)
  const next = await operator.submit(review, confirmField)
  expect(next.html).toContain(say('flash:caseDecided'))
  const found = await operator.visit(`/operator/investors?search=${investor.login}`)
  expect(found.$('main table')).toHaveLength(0)
})

test('a subscriber waits for nobody, and is found by what messages are about', async ({ stack }) => {
  const { ask, login } = await newInvestor(stack.backendUrl)
  const email = `${login}@news.example.org`
  await ask('POST', '/ext/subscribers', { email })
  const operator = await signedInOperator(stack.url, 'en')
  const waiting = await operator.visit(`/operator/messages?search=${email}`)
  expect(waiting.$('main table')).toHaveLength(0)
  const subscribers = await operator.visit(`/operator/messages?kind=subscriber&search=${email}`)
  expect(subscribers.$('main tbody tr')).toHaveLength(1)
  const messages = await operator.visit('/operator/messages?kind=deletion&status=all')
  expect(messages.text).not.toContain(email)
})

test('the filters of a queue are saved under a name, shown above it as a link, and removed', async ({
  stack,
}) => {
  const say = textsOf('en')
  const operator = await signedInOperator(stack.url, 'en')
  const queue = await operator.visit('/operator/withdrawals?status=approved&search=kelp')
  const silent = await operator.press(queue, say('cases:views.saveButton'))
  expect(silent.refused.problems).toEqual([say('refusals:code.required')])
  const name = 'Kelp’s <b>wallet</b>'
  const saved = await operator.press(silent, say('cases:views.saveButton'), { name })
  expect(saved.url.search).toBe('?status=approved&search=kelp')
  expect(saved.text).toContain(say('flash:viewSaved'))
  expect(saved.text).toContain(name)
  // The same press again saves it once.
  await operator.press(silent, say('cases:views.saveButton'), { name })
  const other = await operator.visit('/operator/withdrawals')
  expect(other.links('/operator/withdrawals?status=approved&search=kelp')).toHaveLength(1)
  expect((await operator.follow(other, name)).typed('search')).toBe('kelp')
  expect((await operator.visit('/operator/top-ups')).text).not.toContain(name)
  expect((await operator.visit('/operator/views')).text).toContain(name)
  const cashier = openVisitor(stack.url, 'en')
  const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }
  await cashier.submit(await cashier.visit('/login'), 'name="password"', demoCashier)
  expect((await cashier.visit('/operator/withdrawals')).text).not.toContain(name)

  const remove = `${say('cases:views.remove')} ${name}`
  const removed = await operator.press(other, remove)
  expect(removed.text).toContain(say('flash:viewRemoved'))
  expect(removed.text).not.toContain(name)
  expect((await operator.press(other, remove)).status).toBe(200)
})

test('a view with the longest search of Cyrillic letters is saved and removed', async ({ stack }) => {
  const say = textsOf('en')
  const operator = await signedInOperator(stack.url, 'en')
  const search = 'ж'.repeat(100)
  const queue = await operator.visit(`/operator/top-ups?${String(new URLSearchParams({ search }))}`)
  const name = 'A long search'
  const saved = await operator.press(queue, say('cases:views.saveButton'), { name })
  expect(saved.text).toContain(say('flash:viewSaved'))
  expect((await operator.follow(saved, name)).typed('search')).toBe(search)
  const removed = await operator.press(saved, `${say('cases:views.remove')} ${name}`)
  expect(removed.text).toContain(say('flash:viewRemoved'))
  expect(removed.typed('search')).toBe(search)
  expect(removed.text).not.toContain(name)
})

test('a case that another operator has taken is not decided, until it is taken over', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const request = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
  const { payment } = (await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  const operator = await signedInOperator(stack.url, 'en')
  const page = await operator.visit(`/operator/withdrawals/${payment.id}`)
  const cashier = await knownInvestor(stack.backendUrl, { login: 'cashier', password: 'Demo-cashier-1' })
  await cashier.ask('POST', `/ext/operator/cases/payments/${payment.id}/take`, {})
  const refused = await operator.submit(page, decisionField, { decision: 'approve' })
  expect(refused.text).toContain(say('refusals:code.case_taken'))
  const taken = await operator.submit(
    await operator.visit(`/operator/withdrawals/${payment.id}`),
    'value="over"',
  )
  const review = await operator.submit(taken, decisionField, { decision: 'approve' })
  await operator.submit(review, confirmField)
  const approved = await operator.visit('/operator/withdrawals?status=approved')
  expect(approved.html).toContain(payment.id)
})

test('of two operators with one case before them the first decides, and the second reads that it is decided', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const request = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
  const { payment } = (await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  const cashier = openVisitor(stack.url, 'en')
  const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }
  await cashier.submit(await cashier.visit('/login'), 'name="password"', demoCashier)
  const reviewOf = async (operator: typeof cashier, decision: Record<string, string>) =>
    operator.submit(await operator.visit(`/operator/withdrawals/${payment.id}`), decisionField, decision)
  const operator = await signedInOperator(stack.url, 'en')
  const open = await operator.visit(`/operator/withdrawals/${payment.id}`)
  const rejection = { decision: 'reject', reason: 'Another network, please.' }
  const [mine, theirs] = [await reviewOf(operator, rejection), await reviewOf(cashier, rejection)]
  await cashier.submit(theirs, confirmField)

  // Whether it was at the review page or still at the form.
  for (const late of [
    await operator.submit(mine, confirmField),
    await operator.submit(open, decisionField, rejection),
  ]) {
    expect(late.text).toContain(say('refusals:code.already_decided'))
    expect(late.$('#confirm')).toHaveLength(0)
  }
  const { balance } = (await investor.ask('GET', '/user/balance')) as { balance: string }
  expect(balance).toBe('700')
  const { items } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
  expect(items.filter(({ message }) => message.includes(rejection.reason))).toHaveLength(1)
})

test('no other user finds a queue or a case', async ({ stack }) => {
  const visitor = openVisitor(stack.url)
  for (const path of ['withdrawals', 'top-ups', 'verifications', 'messages', 'views'])
    for (const address of [`/operator/${path}`, `/operator/${path}/1`])
      expect((await visitor.visit(address)).status, address).toBe(404)
})
