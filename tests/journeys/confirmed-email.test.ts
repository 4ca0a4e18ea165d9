import { newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { signedIn } from '../support/visitor'

/** A changed e-mail that waits to be confirmed. */

test('a changed e-mail waits beside the one in force', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const profile = await visitor.visit('/cabinet/settings/profile')
  expect(profile.html).not.toContain('id="email-code"')
  const { email } = newPerson()
  // The first code is not a minute old.
  const early = await visitor.submit(profile, 'name="vk"', {
    email,
    phone: investor.phone,
    currentPassword: investor.password,
  })
  expect(early.status).toBe(429)
})
