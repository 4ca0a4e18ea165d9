import { activityKinds } from '~/contract/words'
import { startFaultyProxy } from '../faults/proxy'
import { fileOf } from '../support/files'
import {
  type Investor,
  currentPassword,
  demoCode,
  demoInvestor,
  knownInvestor,
  newInvestor,
  newPerson,
  tronWallet,
} from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { addAuthenticator } from '../support/second-factor'
import { languages, textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** What was done in an account, as its owner sees it. */

const test = journeysOn({})

const address = '/cabinet/settings/activity'
const allKinds = Object.values(activityKinds).flat()

/**
 * What a new account can't do at once: close a deposit, change contacts within a minute of its codes, lose all factors
 * (`second-factor-removal.test.ts`) or contacts (`contact-replacement.test.ts`).
 */
const takesTime: string[] = [
  ...['deposit_closed', 'email_change_asked', 'phone_changed', 'factors_removed', 'contacts_replaced'],
]

/** Does everything else that is recorded. */
async function doEverything(investor: Investor, { url, backendUrl }: { url: string; backendUrl: string }) {
  const { login } = investor
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  const { rateId } = await investor.ask('GET', '/user/exchange-rate')
  await investor.ask('POST', '/user/exchange', { from: 'USDT', to: 'TRX', amount: '20', rateId })
  await investor.ask('POST', '/user/subscription', { optionId: 'day' })
  const wallets = (wallet: string) => ({ wallets: [{ system: 'usdt-trc20', address: wallet }] })
  await investor.ask('PATCH', '/user-data/wallets/update', wallets(tronWallet))
  await investor.ask('PATCH', '/user-data/wallets/update', wallets(''))
  const withdraw = async () => {
    const request = { system: 'usdt-trc20', amount: '30', wallet: tronWallet }
    return ((await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }).payment
      .id
  }
  await investor.ask('POST', `/ext/payments/${await withdraw()}/cancel`, {})
  for (const decision of ['complete', 'reject'])
    await investor.ask('POST', `/ext/demo/payments/${await withdraw()}/decide`, { decision })
  await investor.ask('PATCH', '/user-data', { type: 'profile', data: { fullName: 'Kai Marin' } })
  await investor.ask('POST', '/ext/mail-phrase', { phrase: 'Three grey herons', currentPassword })
  for (const state of ['on', 'off'])
    await investor.ask('POST', `/ext/wallet-list/${state}`, { currentPassword })
  await investor.ask('POST', '/ext/account/export', {})
  await investor.ask('POST', '/ext/account/delete', {})
  const { app } = await addAuthenticator(investor)
  await expect(investor.ask('POST', '/ext/step-up', { code: app.wrong() })).rejects.toThrow()
  await investor.ask('POST', '/ext/factors/recovery-codes', {})
  const { items } = (await investor.ask('GET', '/ext/factors')) as { items: { id: string }[] }
  await investor.ask('POST', `/ext/factors/${items[0]!.id}/remove`, {})

  const visitor = await signedIn(url, investor, 'en')
  const documents = { fullName: 'Kai Marin', birthDate: '1990-02-03', documentNumber: 'LT 12345678' }
  const photos = { photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') }
  await visitor.press(await visitor.visit('/cabinet/settings/verification'), 'name="documentNumber"', {
    ...{ ...documents, maritalStatus: 'single', ...photos },
  })
  const copied = {
    cookie: (await signedIn(url, investor, 'en')).cookie(),
    headers: { 'User-Agent': 'curl/8.5.0' },
  }
  const thief = openVisitor(url, 'en', copied)
  const exchange = { from: 'USDT', to: 'TRX', amount: '21' }
  const review = await thief.submit(await thief.visit('/cabinet/exchange'), 'name="amount"', exchange)
  const signedOut = await thief.submit(review, 'name="figures"')
  expect(signedOut.url.pathname).toBe('/login')
  const sessions = await visitor.visit('/cabinet/settings/sessions')
  const prompt = await visitor.press(sessions, 'id="others"')
  await visitor.press(prompt, 'id="others"', { currentPassword: 'not this one' })
  await visitor.press(prompt, 'id="others"', { currentPassword })
  const password = 'High-tide-at-9'
  await visitor.press(await visitor.visit('/cabinet/settings/password'), 'name="passwordRepeat"', {
    ...{ currentPassword, password, passwordRepeat: password },
  })
  await visitor.submit(await visitor.visit('/cabinet'), 'action="/logout"', {})
  await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password: 'a guess' })
  await resetPassword(backendUrl, login)
}

/** By the code that is sent, to the password that it had. */
async function resetPassword(backendUrl: string, login: string) {
  const post = (path: string, body: object) =>
    fetch(`${backendUrl}/api/ext/password/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('forgot', { login })
  // The code is made after the answer.
  await expect
    .poll(async () => (await post('reset', { login, code: demoCode, password: currentPassword })).status)
    .toBe(200)
}

/** The rows of the whole file, without its head. */
async function fileRows(visitor: Visitor, base: string, query = ''): Promise<string[][]> {
  const answer = await fetch(`${base}${address}.csv${query}`, { headers: { Cookie: visitor.cookie() } })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const separator = visitor.cookie().includes('lng=ru') ? ';' : ','
  const lines = (await answer.text()).trimEnd().split('\r\n')
  return lines.slice(1).map((line) => cellsIn(line, separator))
}

/** The cells of a line, of which some stand in quotes. */
function cellsIn(line: string, separator: string): string[] {
  const cells = line.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?:${separator}|$)`, 'g'))
  return [...cells].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )
}

const whatIn = (page: Answer) => rowsOf(page).map(([what = '']) => what)

test.describe('an account in which everything was done', () => {
  let investor: Investor

  test('records each kind', { timeout: 300_000 }, async ({ stack }) => {
    investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    await doEverything(investor, stack)
    for (const lng of languages) {
      const say = textsOf(lng)
      const visitor = await signedIn(stack.url, investor, lng)
      // Records of sign-outs and refused sign-ins are made after the answer.
      const expected = allKinds
        .filter((kind) => !takesTime.includes(kind))
        .map((kind) => say(`activity:kind.${kind}`))
      await expect
        .poll(async () => new Set((await fileRows(visitor, stack.url)).map(([, what]) => what)))
        .toEqual(new Set(expected))
      const page = await visitor.visit(address)
      expect(page.textOf('main h1')).toBe(say('activity:page.title'))
      expect(rowsOf(page)).toHaveLength(20)
      expect(rowsOf(page)[0]).toEqual([
        say('activity:kind.signed_in'),
        expect.stringMatching(/ \d\d:\d\d$/) as string,
        'Chrome, Windows',
        expect.stringMatching(/127\.0\.0\.1|::1/) as string,
        say('activity:page.outcomes.done'),
      ])
      expect(page.links('/cabinet/settings/sessions').length).toBeGreaterThan(1)
      const second = await visitor.follow(page, say('common:list.next'))
      expect(second.url.search).toContain('page=2')
      expect(rowsOf(second).length).toBeGreaterThan(0)
    }
  })

  test('is filtered by its address, and what is money leads to its entry', async ({ stack }) => {
    const say = textsOf('en')
    const kind = (name: string) => say(`activity:kind.${name}`)
    const visitor = await signedIn(stack.url, investor, 'en')
    const refused = await visitor.visit(`${address}?outcome=refused`)
    expect(refused.typed('outcome')).toBe('refused')
    expect(whatIn(refused)).toEqual([
      kind('sign_in_refused'),
      kind('password_wrong'),
      kind('used_elsewhere'),
      kind('factor_code_wrong'),
    ])

    const money = await visitor.press(await visitor.visit(address), 'name="group"', { group: 'money' })
    expect(money.url.search).toContain('group=money')
    const [rejected = ''] = whatIn(money)
    expect(rejected).toBe(`${kind('withdrawal_rejected')} 30.00 USDT`)
    expect(money.text).toContain('Wallet TXjk…jKCQ, network TRC-20')
    expect(money.html).not.toContain(tronWallet)
    expect(money.text).toContain('20.00 USDT → ')
    expect(rowsOf(money)[0]).toContain(say('activity:company'))
    const entries = money
      .$('main tbody a')
      .toArray()
      .map(({ attribs }) => attribs['href'] ?? '')
    expect(entries).toHaveLength(whatIn(money).length)
    for (const href of new Set(entries)) expect((await visitor.visit(href)).status, href).toBe(200)

    const none = await visitor.visit(`${address}?to=2020-01-01`)
    expect(none.text).toContain(say('common:list.noMatches'))
    // A day is one of the zone that times are written in, from its beginning to its end.
    const day = (days: number) => {
      const at = new Date(Date.now() + days * 86_400_000)
      return new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Vilnius' }).format(at)
    }
    const all = whatIn(await visitor.visit(address))
    for (const [from, to] of [
      [day(0), day(0)],
      [day(-1), day(1)],
    ]) {
      const range = `?from=${from}&to=${to}`
      const found = await visitor.visit(`${address}${range}`)
      expect([found.typed('from'), found.typed('to')]).toEqual([from, to])
      expect(whatIn(found)).toEqual(all)
      expect((await fileRows(visitor, stack.url, range)).length).toBeGreaterThan(all.length)
    }
    for (const range of [`?from=${day(1)}`, `?to=${day(-1)}`])
      expect((await visitor.visit(`${address}${range}`)).text).toContain(say('common:list.noMatches'))
    const swapped = await visitor.visit(`${address}?from=2026-02-01&to=2026-01-01`)
    expect(swapped.text).toContain(say('refusals:code.dates_swapped'))
    expect((await visitor.visit(`${address}.csv?from=2026-02-01&to=2026-01-01`)).url.pathname).toBe(address)
    expect((await visitor.visit(`${address}?page=99`)).text).toContain(say('common:list.pastEnd'))
    const file = await fileRows(visitor, stack.url, '?group=money')
    expect(file.map(([, what]) => what).reverse()).toHaveLength(whatIn(money).length)
  })

  test('is nobody else’s to see', async ({ stack }) => {
    const other = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, other, 'en')
    const kinds = ['signed_in', 'email_changed', 'registered'].map((kind) =>
      textsOf('en')(`activity:kind.${kind}`),
    )
    expect(whatIn(await visitor.visit(address))).toEqual(kinds)
    expect(await fileRows(visitor, stack.url)).toHaveLength(3)
    const stranger = openVisitor(stack.url, 'en')
    for (const path of [address, `${address}.csv`])
      expect((await stranger.visit(path)).url.pathname).toBe('/login')
  })
})

test('a closed deposit and changed contacts are recorded', async ({ stack }) => {
  const say = textsOf('en')
  const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
  const { items } = (await ask('GET', '/funds/deposits?status=awaiting_completion')) as {
    items: { id: string; amount: string }[]
  }
  await ask('POST', `/funds/deposits/client/close/${items[0]!.id}`, {})
  const proof = { currentPassword: demoInvestor.password }
  await ask('POST', '/ext/mail-phrase', { phrase: null, ...proof }).catch(() => null)
  await ask('POST', '/ext/step-up', { code: demoCode })
  await ask('POST', '/user/profile', { email: newPerson().email, ...proof })
  await ask('POST', '/user/profile', { phone: newPerson().phone, ...proof })
  await ask('POST', '/auth/phone/confirm', { code: '000000' })
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const account = whatIn(await visitor.visit(`${address}?group=account`))
  const kinds = ['phone_changed', 'email_change_asked'].map((kind) => say(`activity:kind.${kind}`))
  expect(account.slice(0, 2)).toEqual(kinds)
  const [money] = whatIn(await visitor.visit(`${address}?group=money`))
  expect(money).toMatch(new RegExp(`^${say('activity:kind.deposit_closed')} [\\d,.]+ USDT$`))
})

test(
  'a thousand refused sign-ins are a handful of records, with their number',
  { timeout: 120_000 },
  async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const attempt = (network: number) =>
      fetch(`${stack.backendUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${network}` },
        body: JSON.stringify({ login: investor.login, password: 'a guess' }),
      })
    for (let round = 0; round < 50; round++)
      await Promise.all(Array.from({ length: 20 }, (_, n) => attempt(1 + ((round * 20 + n) % 200))))
    const visitor = await signedIn(stack.url, investor, 'en')
    const attemptsOf = (rows: string[][]) => rows.map((cells) => Number(cells.at(-4)))
    const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
    await expect
      .poll(async () => sum(attemptsOf(await fileRows(visitor, stack.url, '?outcome=refused'))))
      .toBe(1000)
    // Six an hour, and an hour may have ended meanwhile.
    const rows = rowsOf(await visitor.visit(`${address}?outcome=refused`))
    expect(rows.length).toBeLessThanOrEqual(12)
    expect(rows.flat()).toContain(textsOf('en')('activity:manyNetworks'))
    expect(whatIn(await visitor.visit(address)).at(-1)).toBe(textsOf('en')('activity:kind.registered'))
  },
)

test('a name that looks like a formula is none in the file', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const formula = '=HYPERLINK("https://tide.example","x")'
  await fetch(`${stack.backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': formula },
    body: JSON.stringify({ login: investor.login, password: currentPassword }),
  })
  const visitor = await signedIn(stack.url, investor, 'ru')
  const cells = (await fileRows(visitor, stack.url)).flat()
  expect(cells).toContain(`'${formula}`)
  expect(cells.filter((cell) => cell.startsWith('='))).toEqual([])
})

const bareTest = journeysOn({
  between: async (backendUrl) => {
    const proxy = await startFaultyProxy(backendUrl)
    for (const method of ['GET', 'POST'])
      proxy.fail('answers 404 in words', { method, path: /\/api\/(ext\/|settings\/extensions)/ })
    return proxy
  },
})

bareTest('an upstream that records nothing has no entrance to it', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  expect((await visitor.visit('/cabinet/settings/profile')).links(address)).toEqual([])
  for (const path of [address, `${address}.csv`]) expect((await visitor.visit(path)).status).toBe(404)
})
