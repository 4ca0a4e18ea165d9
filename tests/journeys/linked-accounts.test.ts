import { demoOperator, knownInvestor, newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'
import { otherPlainLanguages } from '../support/reading-modes'

/** Accounts of one person, which only the operator can see. */

for (const lng of otherPlainLanguages)
  test(`two accounts of one browser are linked, and the reward that one got for the other is cancelled once, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    // One browser signs in to the inviter's account, then registers another by the inviter's link.
    const inviter = await newInvestor(stack.backendUrl)
    const browser = await signedIn(stack.url, inviter, 'en')
    await browser.submit(await browser.visit('/cabinet'), 'action="/logout"', {})
    const second = newPerson()
    const form = await browser.visit(`/register/${inviter.login}`)
    await browser.submit(form, 'name="passwordRepeat"', { ...second, passwordRepeat: second.password })
    const partner = await newInvestor(stack.backendUrl, { usdt: '300', inviter: inviter.login })
    await partner.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })

    const visitor = openVisitor(stack.url, lng)
    const entered = await visitor.press(await visitor.visit('/login'), 'name="password"', demoOperator)
    expect(entered.url.pathname).toBe('/operator')
    const found = await visitor.visit(`/operator/links?search=${inviter.login}`)
    const names = say('operator:links.both', { one: inviter.login, other: second.login })
    expect(
      found
        .$('main a')
        .toArray()
        .map((link) => found.$(link).text()),
    ).toContain(names)
    // Another order of the pairs leaves the page of the groups as it is.
    const later = await visitor.visit(`/operator/links?search=${inviter.login}&groupsPage=2`)
    const orders = later.$('thead a').toArray()
    expect(orders).not.toHaveLength(0)
    for (const { attribs } of orders) expect(attribs['href']).toMatch(/groupsPage=2/)
    const device = say('operator:links.kind.device_one', { count: 1 })
    const row = rowsOf(found).find((cells) => cells.join(' ').includes(second.login))
    expect(row?.join(' ')).toContain(device)

    // The pair with a deposit has an address of its own, linked or not.
    const bonus = (await inviter.ask('GET', '/user/bonus')) as { held: { total: string } }
    expect(bonus.held.total).toBe('21')
    const operatorPages = await knownInvestor(stack.backendUrl, demoOperator)
    const idOf = async (login: string) => {
      const { items } = (await operatorPages.ask('GET', `/ext/operator/users?search=${login}`)) as {
        items: { id: string; login: string }[]
      }
      return items.find((user) => user.login === login)!.id
    }
    const pair = `${await idOf(inviter.login)}~${await idOf(partner.login)}`
    let page = await visitor.visit(`/operator/links/${pair}`)
    expect(page.text).toContain('21')
    page = await visitor.press(page, 'name="reason"')
    expect(page.text).toContain(say('refusals:code.required'))
    page = await visitor.press(page, 'name="reason"', { reason: 'One browser, one evening.' })
    expect(page.html).toContain(say('flash:paymentDecided'))
    expect(page.text).toContain('One browser, one evening.')
    expect(page.$('main textarea')).toHaveLength(0)
    const after = (await inviter.ask('GET', '/user/bonus')) as { held: { total: string } }
    expect(after.held.total).toBe('0')
  })

test('too many accounts of one device for pairs are shown as a group with their number', async ({
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
  await operatorPages.submit(await operatorPages.visit('/login'), 'name="password"', demoOperator)
  const page = await operatorPages.visit(`/operator/links?search=${people[21]!.login}`)
  const [group = ''] = rowsOf(page).map((cells) => cells.join(' '))
  expect(group).toMatch(/^A device used by 22 accounts /)
  expect(group).toContain(people[0]!.login)
  expect(group).toContain('and 2 more')
})

/** The ids of a new investor and of a partner whom that one has invited. */
async function idsOfPair(backendUrl: string): Promise<[inviter: string, partner: string]> {
  const inviter = await newInvestor(backendUrl)
  const partner = await newInvestor(backendUrl, { inviter: inviter.login })
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const idOf = async (login: string) => {
    const { items } = (await ask('GET', `/ext/operator/users?search=${login}`)) as { items: { id: string }[] }
    return items[0]!.id
  }
  return [await idOf(inviter.login), await idOf(partner.login)]
}

test('a decision that is sent after signing out elsewhere is kept over the sign-in', async ({ stack }) => {
  const say = textsOf('en')
  const [inviter, partner] = await idsOfPair(stack.backendUrl)
  const visitor = openVisitor(stack.url, 'en', { saysOrigin: true })
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  const path = `/operator/links/${inviter}~${partner}`
  const page = await visitor.visit(path)
  await visitor.submit(page, 'action="/logout"', {})
  const signIn = await visitor.submit(page, 'name="reason"', { reason: 'One browser, one evening.' })
  expect(signIn.url.pathname).toBe('/login')
  const again = await visitor.submit(signIn, 'name="password"', demoOperator)
  expect(again.url.pathname).toBe(path)
  expect(again.$('textarea[name="reason"]').text()).toBe('One browser, one evening.')
  expect(again.text).not.toContain(say('operator:links.one.done', { at: '' }).trim())
})

test('a pair that is named the other way round leads to its page', async ({ stack }) => {
  const [inviter, partner] = await idsOfPair(stack.backendUrl)
  const visitor = openVisitor(stack.url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  const page = await visitor.visit(`/operator/links/${partner}~${inviter}`)
  expect([page.status, page.url.pathname]).toEqual([200, `/operator/links/${inviter}~${partner}`])
})

test('no other user finds linked accounts', async ({ stack }) => {
  for (const path of ['/operator/links', '/operator/links/a~b']) {
    expect((await openVisitor(stack.url).visit(path)).status, path).toBe(404)
    const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
    expect((await investor.visit(path)).status, path).toBe(404)
  }
})
