import { demoCode as code, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'

/** Setting a new password after the old one was forgotten: pages without scripts. */
const password = 'High-tide-at-9'

for (const lng of plainLanguages)
  test(`a code sets a new password, and ends every session that used the old one, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl)
    const elsewhere = await signedIn(stack.url, investor, lng)
    const visitor = openVisitor(stack.url, lng)
    let page = await visitor.follow(await visitor.visit('/login'), say('auth:forgot.entrance'))
    page = await visitor.press(page, 'name="login"', { login: '12 34' })
    expectErrors(page, [say('refusals:code.phone_or_email_invalid')])
    page = await visitor.press(page, 'name="login"', { login: investor.email })
    expect(page.url.pathname).toBe('/password/reset')
    expect(page.typed('login')).toBe(investor.email)

    const reset = async (typed: Record<string, string>) =>
      (page = await visitor.press(page, 'name="code"', {
        code,
        password,
        passwordRepeat: password,
        ...typed,
      }))
    await reset({ code: ' ' })
    expectErrors(page, [say('refusals:code.code_required')])
    await reset({ passwordRepeat: 'another' })
    expectErrors(page, [say('refusals:code.passwords_mismatch')])
    expect(page.typed('password')).toBe('')
    await reset({ code: '1234' })
    expectErrors(page, [say('refusals:code.code_invalid')])
    await reset({ password: 'password1234', passwordRepeat: 'password1234' })
    expectErrors(page, [say('refusals:code.password_too_simple')])

    await reset({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
    // With the errors, so that a failure says why.
    expect([page.status, page.url.pathname, ...page.refused.problems]).toEqual([200, '/login'])
    expect(page.textOf('[role="status"]')).toContain(say('flash:passwordUpdated'))
    expect((await elsewhere.visit('/cabinet')).url.pathname).toBe('/login')
    await signedIn(stack.url, { ...investor, password }, lng)
  })

test('a request for an existing and for an unknown login gets the same answer', async ({ stack }) => {
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

function expectErrors(page: Answer, texts: string[]): void {
  expect(page.refused).toEqual({ problems: texts, fields: texts.length })
}
