import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Answer, openVisitor, signedIn } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'
import { errorTextOf, writtenIn } from '../support/texts'

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

  test(`in ${lng}, an amount that is not there is described by the whole that is`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl, { usdt: '700' }), lng)
    const forms: Record<string, Record<string, string>> = {
      '/cabinet/deposits/new': { planId: 'breeze', currency: 'USDT' },
      '/cabinet/withdrawals/new': { system: 'usdt-trc20', wallet: tronWallet },
      '/cabinet/exchange': { from: 'USDT', to: 'BTC' },
    }
    for (const [path, typed] of Object.entries(forms)) {
      const form = await visitor.visit(path)
      const refused = await visitor.submit(form, 'name="amount"', { ...typed, amount: '800' })
      expect(refused.status, path).toBe(422)
      const description = descriptionOf(refused, 'amount')
      expect(description, path).toContain(errorTextOf(lng, 'insufficient_funds'))
      expect(description, path).toContain(writtenIn(lng, '700.00'))
    }
  })

  test(`in ${lng}, a file is described by the kinds that are taken`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
    const page = await visitor.visit('/cabinet/settings/verification')
    expect(descriptionOf(page, 'photoDocument')).toContain('JPEG, PNG')
  })
}
