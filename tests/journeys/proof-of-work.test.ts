import { newPerson } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { openVisitor } from '../support/visitor'

/**
 * The proof of work in forms that cause messages, with the limits of a deployment: it is not required before
 * the fourth registration of a network within an hour.
 */

const test = journeysOn({ limitFactor: 1 })

const lineOf = /this form is accepted from \d\d:\d\d/

test('three registrations of a network pass, and the fourth says when the form can be sent', async ({
  stack,
}) => {
  for (let at = 0; at < 3; at++) {
    const visitor = openVisitor(stack.url, 'en')
    const page = await visitor.visit('/register')
    expect(page.text).not.toMatch(lineOf)
    const person = newPerson()
    const fields = { ...person, passwordRepeat: person.password }
    expect((await visitor.submit(page, 'name="passwordRepeat"', fields)).url.pathname).toBe('/phone')
  }
  const visitor = openVisitor(stack.url, 'en')
  const page = await visitor.visit('/register')
  expect(page.text).toMatch(lineOf)
  const person = newPerson()
  const fields = { ...person, passwordRepeat: person.password }
  const early = await visitor.submit(page, 'name="passwordRepeat"', fields)
  expect(early.status).toBe(429)
  expect(early.text).toMatch(lineOf)
  for (const typed of [person.login, person.email, person.phone])
    expect(early.html).toContain(`value="${typed}"`)
  expect(early.html).not.toContain(person.password)
  // The form comes back with its ticket, so the time waited so far counts.
  expect(early.value('workTicket')).not.toBe('')
})

test('a request for a forgotten password needs it too', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  const page = await visitor.visit('/password/forgot')
  expect(page.text).toMatch(lineOf)
  const answer = await visitor.submit(page, 'name="login"', { login: 'investor' })
  expect(answer.status).toBe(429)
  expect(answer.html).toContain('value="investor"')
})
