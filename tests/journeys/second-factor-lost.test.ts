import { expect, test } from '../support/in-process-faulty-journey'
import { newInvestor, tronWallet } from '../support/investor'
import { addAuthenticator } from '../support/second-factor'
import { openVisitor } from '../support/visitor'

/** A code is good once, so a post whose answer was lost must not be told that its code is wrong. */

test('a withdrawal is sent again with the code of a step-up whose answer was lost', async ({ stack }) => {
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
  const review = await visitor.submit(
    await visitor.visit('/cabinet/withdrawals/new'),
    'name="amount"',
    values,
  )
  const question = await visitor.submit(review, 'name="figures"')
  expect(question.$('input[name="stepUpCode"]')).toHaveLength(1)

  stack.faulty.fail('commits, then closes', { method: 'POST', path: /\/ext\/step-up$/ })
  const stepUpCode = recoveryCodes[0]!
  const lost = await visitor.submit(question, 'name="figures"', { stepUpCode })
  expect(lost.status).toBeGreaterThanOrEqual(500)
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)

  stack.faulty.heal()
  const made = await visitor.submit(lost, 'name="figures"', { stepUpCode })
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
})
