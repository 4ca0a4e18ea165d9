import { type FaultyProduct, expect, test } from '../support/in-process-faulty-journey'
import { newInvestor, tronWallet } from '../support/investor'
import { addAuthenticator } from '../support/second-factor'
import { openVisitor } from '../support/visitor'

/**
 * A code is good once. A step-up whose answer was lost may have counted: the withdrawal goes on with it, and is made once.
 * @returns the question for the code, open in a browser that has not stepped up; a code; the number of withdrawals made
 */
async function withdrawalThatAsksForACode(stack: FaultyProduct) {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const owner = openVisitor(stack.url, 'en')
  const { login, password } = investor
  const half = await owner.submit(await owner.visit('/login'), 'name="password"', { login, password })
  await owner.submit(half, 'name="code"', { code: app.next() })
  // Another browser's name: the step-up of the sign-in does not count for it.
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const visitor = openVisitor(stack.url, 'en', { headers, cookie: owner.cookie() })
  const values = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
  const form = await visitor.visit('/cabinet/withdrawals/new')
  const review = await visitor.submit(form, 'name="amount"', values)
  const question = await visitor.submit(review, 'name="figures"')
  expect(question.$('input[name="stepUpCode"]')).toHaveLength(1)
  const withdrawals = async () => (await investor.ask('GET', '/funds/payments'))['total']
  return { visitor, question, stepUpCode: recoveryCodes[0]!, withdrawals }
}

const stepUpCall = { method: 'POST', path: /\/ext\/step-up$/ }

test('a withdrawal goes on after a step-up whose answer was lost', async ({ stack }) => {
  const { visitor, question, stepUpCode, withdrawals } = await withdrawalThatAsksForACode(stack)
  stack.faulty.fail('commits, then closes', stepUpCall)
  const made = await visitor.submit(question, 'name="figures"', { stepUpCode })
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  expect(await withdrawals()).toBe(1)
})

test('a step-up that did not arrive is answered with its question again, and the code is still good', async ({
  stack,
}) => {
  const { visitor, question, stepUpCode, withdrawals } = await withdrawalThatAsksForACode(stack)
  stack.faulty.fail('resets', stepUpCall)
  const lost = await visitor.submit(question, 'name="figures"', { stepUpCode })
  expect(lost.status).toBeGreaterThanOrEqual(500)
  expect(await withdrawals()).toBe(0)

  stack.faulty.heal()
  const made = await visitor.submit(lost, 'name="figures"', { stepUpCode })
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  expect(await withdrawals()).toBe(1)
})
