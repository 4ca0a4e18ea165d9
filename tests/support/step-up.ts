import { currentPassword, demoCode } from './investor'
import { type Visitor, submitPatiently } from './visitor'

/**
 * Steps the visitor's session up, as an investor without a second factor does: by the password and the code that is sent
 * after it. For five minutes no form asks for them.
 */
export async function stepUp(visitor: Visitor, password = currentPassword): Promise<void> {
  const page = await visitor.visit('/cabinet/settings/security/mail-phrase')
  const typed = { phrase: 'Three grey herons', currentPassword: password }
  const answer = await submitPatiently(visitor, page, 'name="phrase"', { ...typed, stepUp: 'password' })
  const asksForCode = answer.value('stepUpCode') === '' && answer.$('[name="stepUpCode"]').length > 0
  const done = asksForCode
    ? await submitPatiently(visitor, answer, 'name="stepUpCode"', { ...typed, stepUpCode: demoCode })
    : answer
  if (done.status !== 200 || done.refused.problems.length > 0) throw new Error(`no step-up: ${done.text}`)
}
