import { currentPassword, newInvestor } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { signedIn } from '../support/visitor'

// The limits of a deployment, on a product that no other tests have used up.
const test = journeysOn({ limitFactor: 1 })

test('a right password does not count as a wrong one if the new password is refused for another reason', async ({
  stack,
}) => {
  const owner = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const change = async (typed: string, password: string) =>
    owner.submit(await owner.visit('/cabinet/settings/password'), 'name="passwordRepeat"', {
      currentPassword: typed,
      password,
      passwordRepeat: password,
    })
  for (let n = 0; n < 7; n++) {
    const refused = await change(currentPassword, 'password1234')
    expect(refused.status).toBe(422)
  }
  const wrong = []
  for (let n = 0; n < 6; n++) wrong.push((await change('a guess of mine', 'Another-good-one-5')).status)
  expect(wrong).toEqual([422, 422, 422, 422, 422, 429])
})
