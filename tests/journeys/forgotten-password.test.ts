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
      const asked = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
      const reset = { login, code: '1234', password, passwordRepeat: password }
      const tried = await visitor.submit(asked, 'name="code"', reset)
      return [asked, tried].map(({ status, url, text }) => ({ status, path: url.pathname, text }))
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})
