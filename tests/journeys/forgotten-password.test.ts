import { newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { openVisitor } from '../support/visitor'

/** A forgotten password, without a browser. */
const password = 'High-tide-at-9'

test('whoever asks for whatever name gets the same answer', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const answers = await Promise.all(
    [investor.login, 'nobody-of-this-name'].map(async (login) => {
      const visitor = openVisitor(stack.url, 'en')
      const answer = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
      const reset = { login, code: '1234', password, passwordRepeat: password }
      const tried = await visitor.submit(answer, 'name="code"', reset)
      return [answer, tried].map(({ status, url, text }) => ({ status, path: url.pathname, text }))
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})
