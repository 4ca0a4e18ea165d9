import { newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Accounts of one person, as the operator finds them, and nobody else. */

const operator = { login: 'operator', password: 'Demo-operator-1' }

test('more accounts of one device than can be judged in pairs are shown as a group with their number', async ({
  stack,
}) => {
  const device = `browser-of-${Date.now()}-and-many`
  const people = Array.from({ length: 22 }, newPerson)
  for (const { login, ...account } of people) {
    const answer = await fetch(`${stack.backendUrl}/api/auth/register/${login}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Device-Id': device },
      body: JSON.stringify({ ...account, language: 'en' }),
    })
    expect(answer.status).toBe(201)
  }
  const operatorPages = openVisitor(stack.url, 'en')
  await operatorPages.submit(await operatorPages.visit('/login'), 'name="password"', operator)
  const page = await operatorPages.visit(`/operator/links?search=${people[21]!.login}`)
  const [group = ''] = rowsOf(page).map((cells) => cells.join(' '))
  expect(group).toMatch(/^A device used by 22 accounts /)
  expect(group).toContain(people[0]!.login)
  expect(group).toContain('and 2 more')
})

test('nobody else finds linked accounts', async ({ stack }) => {
  for (const path of ['/operator/links', '/operator/links/a~b']) {
    expect((await openVisitor(stack.url).visit(path)).status, path).toBe(404)
    const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
    expect((await investor.visit(path)).status, path).toBe(404)
  }
})
