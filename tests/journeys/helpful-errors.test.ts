import { newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Answer, openVisitor, signedIn } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'

/** WCAG 3.3.3: where the text of an error is fixed, what describes its field says how to mend it. */

const descriptionOf = (page: Answer, field: string): string => {
  const ids = page.$(`main [name="${field}"]`).attr('aria-describedby') ?? ''
  return ids
    .split(' ')
    .map((id) => page.textOf(`[id="${id}"]`))
    .join(' ')
}

for (const lng of plainLanguages) {
  test(`in ${lng}, an address that is none, and a login that is none, are described by an example`, async ({
    stack,
  }) => {
    const visitor = openVisitor(stack.url, lng)
    const subscribed = await visitor.submit(await visitor.visit('/subscribe'), 'name="email"', {
      email: 'ann',
    })
    expect(descriptionOf(subscribed, 'email')).toContain('name@example.com')
    const login = await visitor.visit('/login')
    expect(descriptionOf(login, 'login')).toBe('')
    const refused = await visitor.submit(login, 'name="login"', { login: '+1', password: 'x' })
    expect(descriptionOf(refused, 'login')).toContain('+370 612 34567')
  })

  test(`in ${lng}, a file is described by the kinds that are taken`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
    const page = await visitor.visit('/cabinet/settings/verification')
    expect(descriptionOf(page, 'photoDocument')).toContain('JPEG, PNG')
  })
}
