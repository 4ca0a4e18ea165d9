import { demoOperator, knownInvestor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { addAuthenticator } from '../support/second-factor'
import { openVisitor, signedIn } from '../support/visitor'

/** What people type: it is text wherever it is shown again, and a password is shown nowhere. */

test('markup in the name of a factor and in a profile is text, to its owner and to an operator', async ({
  stack,
}) => {
  const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
  const investor = await newInvestor(stack.backendUrl)
  const owner = await signedIn(stack.url, investor, 'en')
  await investor.ask('PATCH', '/user-data', { type: 'profile', data: { city: markup } })
  await addAuthenticator(investor, markup)
  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  const { items } = (await ask('GET', `/ext/operator/investors?search=${investor.login}`)) as {
    items: { id: string }[]
  }
  const operator = openVisitor(stack.url, 'en')
  await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  const security = await owner.visit('/cabinet/settings/security')
  const [factor = ''] = security.links('/cabinet/settings/security/').filter((path) => !/[a-z]$/.test(path))
  for (const page of [
    security,
    await owner.visit(factor || '/cabinet/settings/security'),
    await owner.visit('/cabinet/settings/profile'),
    await operator.visit(`/operator/investors/${items[0]!.id}`),
  ]) {
    expect(page.status).toBe(200)
    expect(page.$('img[src="x"], [onerror]').length, page.url.pathname).toBe(0)
    expect(page.html, page.url.pathname).not.toContain('<script>alert(2)')
  }
  expect(security.text).toContain(markup)
})

/** What a browser may fill in for its reader (WCAG 1.3.5), by the names of the fields. */
const tokens: Record<string, Record<string, string>> = {
  '/register': {
    login: 'username',
    email: 'email',
    phone: 'tel',
    password: 'new-password',
    passwordRepeat: 'new-password',
  },
  '/cabinet/settings/profile': {
    fullName: 'name',
    birthDate: 'bday',
    email: 'email',
    phone: 'tel',
    country: 'country-name',
    city: 'address-level2',
    // No token names them.
    maritalStatus: 'none',
    instagram: 'off',
    telegram: 'off',
    vk: 'off',
  },
  '/contacts': { name: 'name', email: 'email', message: 'none' },
  '/vacancies': { name: 'name', phone: 'tel', email: 'email', message: 'none' },
}

test('each field that is about its reader says what may be filled in', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const stranger = openVisitor(stack.url, 'en')
  const found: typeof tokens = {}
  for (const path of Object.keys(tokens)) {
    const one = path.startsWith('/cabinet') ? visitor : stranger
    const list = await one.visit(path)
    const page = path === '/vacancies' ? await one.visit(list.entries(path)[0] ?? '') : list
    const fields = page.$('main form[method="post"] :is(input, textarea, select)[name]:not([type="hidden"])')
    found[path] = Object.fromEntries(
      fields
        .toArray()
        .filter(({ attribs }) => !/^(checkbox|radio|file)$/.test(attribs['type'] ?? ''))
        .map(({ attribs }) => [attribs['name'] ?? '', attribs['autocomplete'] ?? 'none']),
    )
  }
  expect(found).toEqual(tokens)
})

test('passwords are typed behind dots, and a manager of passwords may fill them in', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = openVisitor(stack.url, 'en')
  const owner = await signedIn(stack.url, investor, 'en')
  const forms = [
    await visitor.visit('/login'),
    await visitor.visit('/register'),
    await owner.visit('/cabinet/settings/password'),
    await owner.visit('/cabinet/settings/data/deletion'),
  ]
  const fields = forms.flatMap((page) => {
    expect(page.status, page.url.pathname).toBe(200)
    return page
      .$('input[name*="assword"]')
      .toArray()
      .map((field) => page.$(field).attr())
  })
  expect(fields.length).toBeGreaterThan(5)
  for (const field of fields) {
    expect(field, field?.['name']).toMatchObject({ type: 'password' })
    expect(field?.['autocomplete'], field?.['name']).toMatch(/^(current|new)-password$/)
    expect(field?.['value'] ?? '').toBe('')
    expect(Object.keys(field ?? {}).filter((name) => name.startsWith('on'))).toEqual([])
  }
})
