import { demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { signedIn, openVisitor } from '../support/visitor'

/** The operator's part: pending decisions and the company's balances, for operators only. */

test("an operator who signs in is sent to the operator's part, and the cabinet redirects there", async ({
  stack,
}) => {
  const visitor = openVisitor(stack.url, 'en')
  const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  expect(page.url.pathname).toBe('/operator')
  expect(page.text).toContain('What works')
  for (const path of ['/cabinet', '/cabinet/top-up', '/_app', '/login'])
    expect((await visitor.visit(path)).url.pathname, path).toBe('/operator')
})

test('a pending withdrawal is counted', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  const waiting = async () => Number(/Withdrawals (\d+)/.exec((await visitor.visit('/operator')).text)?.[1])
  const before = await waiting()
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/payments', { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
  expect(await waiting()).toBe(before + 1)
})

test('two cases whose keys are known no more get a key each on their review pages', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const reviews = []
  for (const amount of ['100', '200']) {
    const withdrawal = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', withdrawal)) as {
      payment: { id: string }
    }
    const page = await visitor.visit(`/operator/withdrawals/${payment.id}`)
    const typed = { decision: 'reject', reason: 'The name differs.', submission: 'of another secret' }
    reviews.push(await visitor.submit(page, 'name="decision"', typed))
  }
  const keys = reviews.map((review) => review.form('name="figures"').fields['submission'])
  expect(new Set(keys).size).toBe(2)
  for (const review of reviews) {
    const decided = await visitor.submit(review, 'name="figures"')
    expect(decided.refused.problems).toEqual([])
  }
})

test('other visitors find no operator pages', async ({ stack }) => {
  expect((await openVisitor(stack.url).visit('/operator')).status).toBe(404)
  const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  expect((await investor.visit('/operator')).status).toBe(404)
})
