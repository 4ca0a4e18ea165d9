import { appOrigin } from '../contract/upstream'
import { expect, journeysOn } from '../support/in-process-journey'
import { type Investor, currentPassword, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { type PasskeyAuthenticator, passkeyAuthenticator } from '../support/passkey'
import { addAuthenticator, addPasskey } from '../support/second-factor'
import { languages, textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Passkeys by the pages' own forms and addresses, with an authenticator in software where a browser has its own. */

const test = journeysOn({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })

const at = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const home = at('198.51.100.7')
const abroad = at('203.0.113.9')

/** What the script of a page fetches before a passkey signs. */
const optionsAt = async (visitor: Visitor, path: string) => (await visitor.visit(path)).html
const addressOfOptions = (page: Answer) => page.$('[data-options-from]').attr('data-options-from') ?? ''

async function signInBy(visitor: Visitor, passkey: PasskeyAuthenticator, path = '/login'): Promise<Answer> {
  const page = await visitor.visit(path)
  const credential = passkey.prove(await optionsAt(visitor, addressOfOptions(page)))
  return visitor.submit(page, 'name="credential"', { credential })
}

async function withPasskey(base: string): Promise<{ investor: Investor; passkey: PasskeyAuthenticator }> {
  const investor = await newInvestor(base, { usdt: '700' })
  return { investor, passkey: (await addPasskey(investor, appOrigin)).passkey }
}

for (const lng of languages) {
  test(`an investor adds one, signs in with nothing else, and removes it, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng, home)
    const start = await visitor.follow(
      await visitor.visit('/cabinet/settings/security'),
      say('security:passkey.title'),
    )
    const waiting = await visitor.submit(start, 'name="name"', { name: 'Kai’s laptop' })
    const next = await visitor.submit(waiting, 'name="name"', { name: 'Kai’s laptop', currentPassword })
    expect(next.text).toContain(say('security:passkey.needsScript'))
    const passkey = passkeyAuthenticator({ origin: appOrigin })
    const credential = passkey.make(next.$('[data-options]').attr('data-options') ?? '')
    const shown = await visitor.submit(next, 'name="credential"', { credential })
    expect(shown.$('main ol code')).toHaveLength(10)
    const list = await visitor.visit('/cabinet/settings/security')
    expect(list.text).toContain('Kai’s laptop')
    expect(list.text).toContain(say('security:kind.passkey'))

    const other = openVisitor(stack.url, lng, abroad)
    const inside = await signInBy(other, passkey, '/login?redirectTo=%2Fcabinet%2Foperations')
    expect(inside.url.pathname).toBe('/cabinet/operations')
    const own = await other.follow(await other.visit('/cabinet/settings/security'), 'Kai’s laptop')
    const removed = await other.submit(own, 'id="remove"')
    expect(removed.text).toContain(say('security:factors.none'))
    const refused = await signInBy(openVisitor(stack.url, lng, home), passkey)
    expect(refused.status).toBe(422)
    expect(refused.refused.problems).toEqual([say('refusals:code.passkey_invalid')])
  })
}

test('several apps and passkeys stand in the list by their names, each with its last use, and each signs in', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  await addAuthenticator(investor)
  const { app } = await addAuthenticator(investor, 'Tablet')
  const { passkey } = await addPasskey(investor, appOrigin)
  const { passkey: key } = await addPasskey(investor, appOrigin, 'Key on the ring')
  const rows = async (visitor: Visitor): Promise<Record<string, unknown>> => {
    const all = rowsOf(await visitor.visit('/cabinet/settings/security')).filter(({ length }) => length === 4)
    const isNeverUsed = (used?: string) => used === say('security:factors.neverUsed')
    return Object.fromEntries(all.map(([name = '', kind, , used]) => [name, [kind, isNeverUsed(used)]]))
  }
  const { login, password } = investor
  const visitor = openVisitor(stack.url, 'en', home)
  const half = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  expect((await visitor.submit(half, 'name="code"', { code: app.next() })).url.pathname).toBe('/cabinet')
  const [ofApp, ofPasskey] = [say('security:kind.totp'), say('security:kind.passkey')]
  expect(await rows(visitor)).toEqual({
    ...{ Phone: [ofApp, false], Tablet: [ofApp, false] },
    ...{ Laptop: [ofPasskey, true], 'Key on the ring': [ofPasskey, true] },
  })
  for (const one of [passkey, key])
    expect((await signInBy(openVisitor(stack.url, 'en', abroad), one)).url.pathname).toBe('/cabinet')
  expect(await rows(visitor)).toMatchObject({
    Laptop: [ofPasskey, false],
    'Key on the ring': [ofPasskey, false],
  })
})

test('the codes of a first passkey are made anew where the answer with them was lost', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en', home)
  const start = await visitor.visit('/cabinet/settings/security/passkey')
  const values = { name: 'Laptop', currentPassword, stepUp: 'password' }
  const page = await visitor.submit(start, 'name="name"', values)
  const passkey = passkeyAuthenticator({ origin: appOrigin })
  const credential = passkey.make(page.$('[data-options]').attr('data-options') ?? '')
  const codesOf = (answer: Answer) => answer.$('main ol').text()
  const first = await visitor.submit(page, 'name="credential"', { credential })
  const again = await visitor.submit(page, 'name="credential"', { credential })
  expect(again.$('main ol code')).toHaveLength(10)
  expect(codesOf(again)).not.toBe(codesOf(first))
  expect((await visitor.visit('/cabinet/settings/security')).$('main table tbody tr')).toHaveLength(1)
})

test('after the password the passkey ends the sign-in, or a recovery code', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { passkey, recoveryCodes } = await addPasskey(investor, appOrigin)
  const { login, password } = investor
  const half = async () => {
    const visitor = openVisitor(stack.url, 'en', home)
    const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    expect(page.url.pathname).toBe('/login/second-factor')
    return { visitor, page }
  }
  const one = await half()
  const credential = passkey.prove(await optionsAt(one.visitor, addressOfOptions(one.page)))
  const inside = await one.visitor.submit(one.page, 'name="credential"', { credential })
  expect(inside.url.pathname).toBe('/cabinet')
  // The same signature again, from a thief who has seen it.
  const thief = openVisitor(stack.url, 'en', abroad)
  const replayed = await thief.submit(await thief.visit('/login'), 'name="credential"', { credential })
  expect([replayed.status, replayed.url.pathname]).toEqual([422, '/login/passkey'])
  const two = await half()
  const code = recoveryCodes[0]!
  expect((await two.visitor.submit(two.page, 'name="code"', { code })).url.pathname).toBe('/cabinet')
})

test('a withdrawal from elsewhere waits for the passkey, and keeps what was typed until then', async ({
  stack,
}) => {
  const say = textsOf('en')
  const { investor, passkey } = await withPasskey(stack.backendUrl)
  const visitor = openVisitor(stack.url, 'en', home)
  await signInBy(visitor, passkey)
  const cookie = visitor.cookie()
  const copied = openVisitor(stack.url, 'en', { headers: { ...abroad.headers, cookie } })
  const fillIn = await copied.visit('/cabinet/withdrawals/new')
  const review = await copied.submit(fillIn, 'name="amount"', {
    system: 'usdt-trc20',
    amount: '200',
    wallet: tronWallet,
  })
  const waiting = await copied.submit(review, 'name="figures"')
  expect(waiting.status).toBe(200)
  expect(waiting.value('stepUp')).toBe('passkey')
  const options = addressOfOptions(waiting)
  const strange = passkeyAuthenticator({ origin: appOrigin }).prove(await optionsAt(copied, options))
  const wrong = await copied.submit(waiting, 'name="figures"', { stepUpCredential: strange })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain(say('refusals:code.passkey_invalid'))
  expect(wrong.value('stepUpCredential')).toBe('')
  expect(wrong.value('wallet')).toBe(tronWallet)
  const { items } = (await investor.ask('GET', '/funds/payments')) as { items: unknown[] }
  expect(items).toEqual([])

  const stepUpCredential = passkey.prove(await optionsAt(copied, options))
  const done = await copied.submit(wrong, 'name="figures"', { stepUpCredential })
  expect(done.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
})

test('where scripts do not run, forms say so and lead on', async ({ stack }) => {
  const say = textsOf('en')
  const visitor = openVisitor(stack.url, 'en', home)
  const page = await visitor.visit('/login/passkey')
  expect(page.text).toContain(say('security:passkey.needsScript'))
  for (const credential of ['', '{}', 'no JSON', '<script>', 'x'.repeat(17_000)]) {
    const answer = await visitor.submit(page, 'name="credential"', { credential })
    expect([credential.slice(0, 9), answer.status]).toEqual([credential.slice(0, 9), 422])
    expect(answer.refused.problems).toHaveLength(1)
    expect(answer.html).not.toContain('value="{}"')
  }
  expect((await visitor.follow(page, say('security:passkey.otherwise'))).url.pathname).toBe('/login')
})

test('an operator has one, too', async ({ stack }) => {
  const say = textsOf('en')
  const operator = openVisitor(stack.url, 'en', home)
  await operator.submit(await operator.visit('/login'), 'name="password"', { ...demoOperator })
  const list = await operator.visit('/operator/security')
  const start = await operator.follow(list, say('security:passkey.title'))
  expect(start.url.pathname).toBe('/operator/security/passkey')
})
