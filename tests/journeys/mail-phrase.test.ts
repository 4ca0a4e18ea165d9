import { expect, journeysOn } from '../support/in-process-journey'
import { currentPassword, newInvestor } from '../support/investor'
import { languages, textsOf } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'

/** The phrase by which an investor knows the product's mails. */

const test = journeysOn({})

for (const lng of languages) {
  test(`an investor chooses one, changes it, and has none again, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
    const security = await visitor.visit('/cabinet/settings/security')
    expect(security.text).toContain(say('security:phrase.none'))
    const page = await visitor.follow(security, say('security:phrase.set'))
    const waiting = await visitor.submit(page, 'name="phrase"', { phrase: 'Три серых цапли' })
    expect(waiting.typed('phrase')).toBe('Три серых цапли')
    const set = await visitor.submit(waiting, 'name="phrase"', { phrase: 'Три серых цапли', currentPassword })
    expect(set.url.pathname).toBe('/cabinet/settings/security')
    expect(set.text).toContain(say('security:phrase.isSet', { hint: 'Тр…' }))
    // No page shows the rest of it, which a thief of the session would read.
    const again = await visitor.follow(set, say('security:phrase.change'))
    for (const { html } of [set, again, await visitor.visit('/cabinet')]) expect(html).not.toContain('серых')
    const removed = await visitor.submit(again, 'name="phrase"', {
      phrase: '',
      currentPassword,
      stepUp: 'password',
    })
    expect(removed.text).toContain(say('security:phrase.none'))
    const activity = await visitor.visit('/cabinet/settings/activity')
    expect(activity.text).toContain(say('activity:kind.mail_phrase_changed'))
  })
}

test('what can be no phrase is refused at its field, and stays there', async ({ stack }) => {
  const say = textsOf('en')
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const page = await visitor.visit('/cabinet/settings/security/mail-phrase')
  const stepUp = { currentPassword, stepUp: 'password' }
  const wrong = await visitor.submit(page, 'name="phrase"', {
    phrase: 'Three grey herons',
    ...stepUp,
    currentPassword: 'not this one',
  })
  expect(wrong.refused.problems).toEqual([say('refusals:code.password_wrong')])
  for (const phrase of [
    'ab',
    'see tideline.evil',
    '<b>bold</b>',
    ' \u202Ereversed',
    'x'.repeat(41),
    '{code}',
  ]) {
    const answer = await visitor.submit(page, 'name="phrase"', { phrase, ...stepUp })
    expect([phrase, answer.status]).toEqual([phrase, 422])
    expect(answer.refused).toEqual({ problems: [say('refusals:code.mail_phrase_invalid')], fields: 1 })
    expect(answer.typed('phrase')).toBe(phrase)
  }
  const own = await visitor.submit(page, 'name="phrase"', { phrase: currentPassword, ...stepUp })
  expect(own.refused.problems).toEqual([say('refusals:code.phrase_is_password')])
  const away = await openVisitor(stack.url, 'en').visit('/cabinet/settings/security/mail-phrase')
  expect(away.url.pathname).toBe('/login')
})
