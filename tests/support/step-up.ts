import { currentPassword, demoCode } from './investor'
import { type Visitor } from './visitor'

/**
 * Steps the visitor's session up, as an investor without a second factor does: by the password and the code that is sent
 * after it. For five minutes no form asks for them.
 */
export async function stepUp(visitor: Visitor, password = currentPassword): Promise<void> {
  const page = await visitor.visit('/cabinet/settings/security/mail-phrase')
  const proof = { phrase: 'Three grey herons', currentPassword: password, stepUp: 'password' }
  const answer = await visitor.submit(page, 'name="phrase"', proof)
  const sent = answer.value('stepUpCode') === '' && answer.$('[name="stepUpCode"]').length > 0
  const done = sent ? await visitor.press(answer, 'name="stepUpCode"', { stepUpCode: demoCode }) : answer
  if (done.status !== 200 || done.refused.problems.length > 0) throw new Error(`no step-up: ${done.text}`)
}
