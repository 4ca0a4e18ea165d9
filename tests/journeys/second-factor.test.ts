import { expect, journeysOn } from '../support/in-process-journey'
import { type Investor, currentPassword, newInvestor, newPerson, tronWallet } from '../support/investor'
import { scan } from '../support/qr'
import { addAuthenticator } from '../support/second-factor'
import { languages, textsOf } from '../support/texts'
import { authenticator } from '../support/totp'
import { type Answer, type Visitor, openVisitor, signedIn } from '../support/visitor'

/** A second factor in plain HTML, in both languages, and what a thief with a part of it can't do. */

const test = journeysOn({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })

const at = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const home = at('198.51.100.7')
const abroad = at('203.0.113.9')

/** The first half of a sign-in, which ends at the page of the second. */
async function withPassword(
  base: string,
  { login, password }: Pick<Investor, 'login' | 'password'>,
  options: Parameters<typeof openVisitor>[2] = home,
): Promise<{ visitor: Visitor; page: Answer }> {
  const visitor = openVisitor(base, 'en', options)
  const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  expect(page.url.pathname).toBe('/login/second-factor')
  return { visitor, page }
}

async function withFactor(base: string, investor: Investor, code: string, options = home) {
  const { visitor, page } = await withPassword(base, investor, options)
  const inside = await visitor.submit(page, 'name="code"', { code })
  expect(inside.url.pathname).toBe('/cabinet')
  return visitor
}

const fillIn = async (visitor: Visitor) =>
  visitor.submit(await visitor.visit('/cabinet/withdrawals/new'), 'name="amount"', {
    system: 'usdt-trc20',
    amount: '200',
    wallet: tronWallet,
  })
const confirm = (visitor: Visitor, review: Answer, values: Record<string, string> = {}) =>
  visitor.submit(review, 'name="figures"', values)

for (const lng of languages) {
  test(`an investor sets up an app, signs out and in with its code, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, lng, home)
    const settings = await visitor.visit('/cabinet/settings/profile')
    const security = await visitor.follow(settings, say('settings:tab.security'))
    expect(security.text).toContain(say('security:factors.none'))
    const start = await visitor.follow(security, say('security:totp.title'))
    const requested = await visitor.submit(start, 'name="name"', { name: 'Kai’s phone' })
    expect(requested.status).toBe(200)
    const shown = await visitor.submit(requested, 'name="name"', { name: 'Kai’s phone', currentPassword })
    const secret = shown.value('secret')
    expect(shown.text.replaceAll(' ', '')).toContain(secret)
    const uri = shown.$('main a[href^="otpauth://totp/"]').attr('href')
    expect(uri).toContain(`secret=${secret}`)
    expect(scan(shown)).toBe(uri)
    const app = authenticator(secret)
    const wrong = await visitor.submit(shown, 'name="code"', { code: app.wrong() })
    expect(wrong.status).toBe(422)
    expect(wrong.refused.problems).toEqual([say('refusals:code.factor_code_invalid')])
    expect(wrong.value('secret')).toBe(secret)
    const done = await visitor.submit(wrong, 'name="code"', { code: app.next() })
    const codes = done
      .$('main ol code')
      .toArray()
      .map((one) => done.$(one).text())
    expect(codes).toHaveLength(10)
    const file = done.$('main a[download]').attr('href') ?? ''
    expect(await (await fetch(file)).text()).toBe(`${codes.join('\n')}\n`)
    const list = await visitor.visit('/cabinet/settings/security')
    expect(list.text).toContain('Kai’s phone')
    expect(list.text).toContain(
      say(`security:recovery.left_${lng === 'ru' ? 'many' : 'other'}`, { count: 10 }),
    )

    const out = await visitor.submit(list, 'action="/logout"')
    expect(out.url.pathname).toBe('/login')
    const { login, password } = investor
    const half = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    expect(half.url.pathname).toBe('/login/second-factor')
    expect(half.html).not.toMatch(/challenge/)
    const field = half.$('input[name="code"]')
    expect([field.attr('autocomplete'), field.attr('inputmode')]).toEqual(['one-time-code', 'numeric'])
    const refused = await visitor.submit(half, 'name="code"', { code: app.wrong() })
    expect(refused.status).toBe(422)
    expect(refused.refused).toEqual({ problems: [say('refusals:code.factor_code_invalid')], fields: 1 })
    const inside = await visitor.submit(refused, 'name="code"', { code: app.next() })
    expect(inside.url.pathname).toBe('/cabinet')

    // The browser is known from then on.
    await visitor.submit(inside, 'action="/logout"')
    const again = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    expect(again.url.pathname).toBe('/cabinet')
  })
}

test('a code that was used, one of a drifted clock, and a recovery code', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const used = app.next()
  await withFactor(stack.url, investor, used)
  const { visitor, page } = await withPassword(stack.url, investor)
  const replayed = await visitor.submit(page, 'name="code"', { code: used })
  expect(replayed.text).toContain('was used already')
  // A phone whose clock is half a minute ahead; typed as it is shown, in two groups.
  const early = app.shown(1)
  const inside = await visitor.submit(replayed, 'name="code"', {
    code: `${early.slice(0, 3)} ${early.slice(3)}`,
  })
  expect(inside.url.pathname).toBe('/cabinet')
  const [code = ''] = recoveryCodes
  await withFactor(stack.url, investor, code.toUpperCase())
  const second = await withPassword(stack.url, investor)
  expect((await second.visitor.submit(second.page, 'name="code"', { code })).status).toBe(422)
})

test('two presses of the form of a code sign in, and neither is told that the code was used', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app } = await addAuthenticator(investor)
  const { visitor, page } = await withPassword(stack.url, investor)
  const press = { code: app.next() }
  const answers = await Promise.all([1, 2].map(() => visitor.submit(page, 'name="code"', press)))
  expect(answers.map(({ url }) => url.pathname)).toEqual(['/cabinet', '/cabinet'])
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
})

test('five wrong codes, then a wait, while the owner signs in from home', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const thief = await withPassword(stack.url, investor, abroad)
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await thief.visitor.submit(thief.page, 'name="code"', { code: app.wrong() })).status).toBe(422)
  const stopped = await thief.visitor.submit(thief.page, 'name="code"', { code: recoveryCodes[0]! })
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(500)
  await withFactor(stack.url, investor, app.next(), home)
  const { items } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
  expect(items.map(({ message }) => message).join('\n')).toContain('Five wrong codes')
})

test('without a first half, or after five minutes, the sign-in begins anew', async ({ stack }) => {
  const visitor = openVisitor(stack.url, 'en')
  expect((await visitor.visit('/login/second-factor')).url.pathname).toBe('/login')
  const investor = await newInvestor(stack.backendUrl)
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const begun = await withPassword(stack.url, investor)
  // Once it has ended a sign-in, the same challenge is as old as one after five minutes.
  const twin = openVisitor(stack.url, 'en', { ...home, cookie: begun.visitor.cookie() })
  const page = await twin.visit('/login/second-factor')
  await begun.visitor.submit(begun.page, 'name="code"', { code: app.next() })
  const late = await twin.submit(page, 'name="code"', { code: recoveryCodes[0]! })
  expect(late.url.pathname).toBe('/login')
  expect(late.text).toContain('The sign-in took too long')
})

test('a withdrawal is confirmed with a code on the review page, and moves money once', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const { app, recoveryCodes } = await addAuthenticator(investor)
  const visitor = await withFactor(stack.url, investor, app.next())
  // From another place than the sign-in: its step-up does not count here.
  const owner = openVisitor(stack.url, 'en', { ...abroad, cookie: visitor.cookie() })
  const requested = await confirm(owner, await fillIn(owner))
  expect(requested.status).toBe(200)
  const field = requested.$('input[name="stepUpCode"]')
  expect([field.attr('autocomplete'), field.is('[autofocus]'), field.is('[aria-invalid]')]).toEqual([
    'one-time-code',
    true,
    false,
  ])
  const empty = await confirm(owner, requested)
  expect(empty.refused).toEqual({
    problems: ['Confirm this with the code'],
    fields: 1,
  })
  const wrong = await confirm(owner, empty, { stepUpCode: app.wrong() })
  expect(wrong.status).toBe(422)
  expect(wrong.refused.fields).toBe(1)
  expect(wrong.value('stepUpCode')).toBe('')
  const stepUpCode = recoveryCodes[0]!
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(owner, wrong, { stepUpCode })))
  expect(answers.some(({ url }) => /^\/cabinet\/withdrawals\/(?!new$)/.test(url.pathname))).toBe(true)
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
})

test('a cookie that was copied within the five minutes does nothing elsewhere', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const { app } = await addAuthenticator(investor)
  const owner = await withFactor(stack.url, investor, app.next())
  const thief = openVisitor(stack.url, 'en', { ...abroad, cookie: owner.cookie() })
  const isAsked = (answer: Answer) =>
    expect(answer.$('input[name="stepUpCode"]').length, answer.text).toBeGreaterThan(0)
  isAsked(await confirm(thief, await fillIn(thief)))
  const profile = await thief.visit('/cabinet/settings/profile')
  const contacts = { email: newPerson().email, phone: investor.phone }
  isAsked(await thief.submit(profile, 'name="email"', contacts))
  const wallets = await thief.visit('/cabinet/settings/payment-systems')
  const name = wallets.$('[name^="wallets["][name$=".address"]').first().attr('name') ?? ''
  isAsked(await thief.submit(wallets, `name="${name}"`, { [name]: tronWallet }))
  const data = await thief.visit('/cabinet/settings/data')
  isAsked(await thief.submit(data, 'action="/cabinet/settings/data/download"'))
  isAsked(await thief.submit(await thief.visit('/cabinet/settings/data/deletion'), 'id="form"'))
  const passwords = {
    currentPassword,
    password: 'Nine quiet harbours',
    passwordRepeat: 'Nine quiet harbours',
  }
  isAsked(await thief.submit(await thief.visit('/cabinet/settings/password'), 'name="password"', passwords))
  isAsked(
    await thief.submit(await thief.visit('/cabinet/settings/security/totp'), 'name="name"', { name: 'Mine' }),
  )
  isAsked(await thief.submit(await thief.visit('/cabinet/settings/security/recovery-codes'), 'id="form"'))
  const [own = ''] = (await thief.visit('/cabinet/settings/security'))
    .links('/cabinet/settings/security/')
    .filter((path) => !/totp|recovery/.test(path))
  isAsked(await thief.submit(await thief.visit(own), 'id="remove"'))
  isAsked(await thief.submit(await thief.visit(own), 'id="name"', { name: 'Mine' }))
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  // The owner goes on without being asked.
  const made = await confirm(owner, await fillIn(owner))
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
})

test('a factor is renamed and removed, and the next sign-in asks for the password alone', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app } = await addAuthenticator(investor)
  const visitor = await withFactor(stack.url, investor, app.next())
  const list = await visitor.visit('/cabinet/settings/security')
  const factor = await visitor.follow(list, 'Phone')
  const renamed = await visitor.submit(factor, 'id="name"', { name: 'Old phone' })
  expect(renamed.text).toContain('Old phone')
  const removed = await visitor.submit(await visitor.follow(renamed, 'Old phone'), 'id="remove"')
  expect(removed.text).toContain('No second factor yet')
  expect(removed.html).toContain('Second factor removed')
  await signedIn(stack.url, investor, 'en', abroad)
  expect((await visitor.visit('/cabinet/settings/security/no-such-factor')).status).toBe(404)
})

test('new recovery codes are shown once, and a new password takes a code with it', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const { app } = await addAuthenticator(investor)
  const visitor = await withFactor(stack.url, investor, app.next())
  const page = await visitor.visit('/cabinet/settings/security/recovery-codes')
  const made = await visitor.submit(page, 'id="form"')
  const codes = made
    .$('main ol code')
    .toArray()
    .map((one) => made.$(one).text())
  expect(codes).toHaveLength(10)
  for (const path of ['/cabinet/settings/security/recovery-codes', '/cabinet/settings/security'])
    expect((await visitor.visit(path)).html).not.toContain(codes[0])
  const thief = openVisitor(stack.url, 'en', { ...abroad, cookie: visitor.cookie() })
  const form = await thief.visit('/cabinet/settings/password')
  const passwords = {
    currentPassword,
    password: 'Nine quiet harbours',
    passwordRepeat: 'Nine quiet harbours',
  }
  const changed = await thief.submit(form, 'name="password"', { ...passwords, stepUpCode: codes[0]! })
  expect(changed.status, changed.text).toBe(200)
  expect(changed.html).toContain('Password updated')
})
