import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawl } from '../support/crawl'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { isFull } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, problemAt } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'
import { type Form, documents, forms, kelp, newPassword, otherWord, papers, reed } from './forms'

/**
 * Every form of the app on a third-party upstream. Valid input is carried out once and confirmed. Refused
 * input gets an explanation and stays in the form. Forms that need a missing extension are not offered. A
 * short run tries each form in one of the languages, in turns, with TEST_FULL in both.
 */

/** Forms that need an extension: the route of the form, its page, and its action if that differs. */
const missing: [route: string, address: string | null, action?: string][] = [
  ['_site.contacts', '/contacts'],
  ['_site.subscribe', '/subscribe'],
  ['_site.vacancies_.$id', '/vacancies/1'],
  ['_auth.password.forgot', '/password/forgot'],
  ['_auth.password.reset', '/password/reset'],
  ['_auth.not-me.$token', `/not-me/${'x'.repeat(43)}`],
  ['cabinet.notifications.$id.not-me', '/cabinet/notifications/1/not-me'],
  ['_auth.demo.clock', '/demo/clock'],
  ['cabinet.settings.sessions', '/cabinet/settings/sessions'],
  ['_auth.login_.passkey', '/login/passkey'],
  ['cabinet.settings.security_.wallet-list', '/cabinet/settings/security/wallet-list'],
  ['cabinet.settings.security_.mail-phrase', '/cabinet/settings/security/mail-phrase'],
  ['cabinet.settings.security_.passkey', '/cabinet/settings/security/passkey'],
  ['cabinet.settings.security_.totp', '/cabinet/settings/security/totp'],
  ['cabinet.settings.security_.recovery-codes', '/cabinet/settings/security/recovery-codes'],
  ['cabinet.settings.security_.$factorId', '/cabinet/settings/security/1'],
  ['cabinet.settings.data_.deletion', '/cabinet/settings/data/deletion'],
  ['cabinet.settings.data_.download', '/cabinet/settings/data', '/cabinet/settings/data/download'],
  ['cabinet.withdrawals.$id.cancel', '/cabinet/withdrawals/1/cancel'],
  ['demo.payments.$id.decide', null, '/demo/payments/1/decide'],
  ['demo.refills.$id.pay', null, '/demo/refills/1/pay'],
  ['_auth.invitation.$token', `/invitation/${'x'.repeat(43)}`],
  ['operator.withdrawals.$id', '/operator/withdrawals/1'],
  ['operator.withdrawals.batches.new', '/operator/withdrawals/batches/new'],
  ['operator.withdrawals.batches.$id._index', '/operator/withdrawals/batches/1'],
  ['operator.withdrawals.batches.$id.file', null, '/operator/withdrawals/batches/1/file'],
  ['operator.withdrawals.batches.$id.transfers', '/operator/withdrawals/batches/1/transfers'],
  ['operator.several.$queue._index', '/operator/several/withdrawals'],
  ['operator.views', '/operator/views'],
  ['operator.top-ups.$id', '/operator/top-ups/1'],
  ['operator.transfers.$id', '/operator/transfers/1'],
  ['operator.verifications.$id', '/operator/verifications/1'],
  ['operator.messages.$id', '/operator/messages/1'],
  ['operator.applications.$id', '/operator/applications/1'],
  ['operator.people._index', '/operator/people'],
  ['operator.people.$id', '/operator/people/1'],
  ['operator.links.$pair', '/operator/links/1'],
  ['operator.investors.$id._index', '/operator/investors/1'],
  ['operator.investors.$id.$change', '/operator/investors/1/suspend'],
  ['operator.investors.$id.correct', '/operator/investors/1/correct'],
  ['operator.content.$setting', '/operator/content/faq'],
  ['operator.content.mailings.new', '/operator/content/mailings/new'],
  ['operator.content.news.$id._index', '/operator/content/news/1'],
  ['operator.content.news.$id.preview', '/operator/content/news/1/preview'],
  ['operator.content.payment-systems.$id._index', '/operator/content/payment-systems/1'],
  ['operator.content.payment-systems.$id.addresses', '/operator/content/payment-systems/1/addresses'],
  ['operator.content.rates', '/operator/content/rates'],
  ['operator.content.plans.$id', '/operator/content/plans/1'],
  ['operator.content.subscription.$id', '/operator/content/subscription/1'],
  ['operator.approvals.$id', '/operator/approvals/1'],
  ['operator.approvals.rule', '/operator/approvals/rule'],
  ['operator.security_.passkey', '/operator/security/passkey'],
  ['operator.security_.totp', '/operator/security/totp'],
  ['operator.security_.recovery-codes', '/operator/security/recovery-codes'],
  ['operator.security_.$factorId', '/operator/security/1'],
]
/** Pages that have nothing to show there and no form. */
const emptyPages = ['/team', '/vacancies']
/** Forms that affect only the reader's device, lead on from another one, or have a test of their own below. */
const apart = [
  '_auth.login_.second-factor',
  '_auth.login_.second-factor_.lost',
  'cabinet.amounts',
  'session',
  '$',
  'language',
  'logout',
  'cabinet.settings.language',
  'cabinet.notifications.$id._index',
  'cabinet.notifications._index',
  'cabinet.settings.verification_.documents',
]

/** Refusals of the upstream as text without an error code. */
const sentences: [text: string, key: string, route: string, field?: string][] = [
  ['Incorrect login or password', 'invalid_credentials', '_auth.login'],
  ['Retry the request in a few minutes', 'too_many_requests', '_auth.login'],
  ['This login has already been registered', 'login_taken', '_auth.register.($inviter)', 'login'],
  ['This email is already registered', 'email_taken', '_auth.register.($inviter)', 'email'],
  ['This number is already registered', 'phone_taken', '_auth.register.($inviter)', 'phone'],
  ['Your password is too simple', 'password_too_simple', '_auth.register.($inviter)', 'password'],
  ['Error sending code', 'code_not_sent', '_auth.phone'],
]

it('every route with a form has a test here', () => {
  const routes = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/route\.tsx?$/.test(file))
    .filter((file) =>
      /export (async )?(function|const) action\b/.test(readFileSync(`app/routes/${file}`, 'utf8')),
    )
    .map((file) => file.split('/')[0])
  const covered = [...forms.map(({ route }) => route), ...missing.map(([route]) => route), ...apart]
  expect(routes.sort()).toEqual([...new Set(covered)].sort())
})

describe.each(['ru', 'en'] as const)('on a third-party upstream, in %s,', (language) => {
  const say = textsOf(language)
  const inTurn = <Item>(items: Item[]) =>
    items.filter((_, place) => isFull || (place % 2 === 0) === (language === 'ru'))
  let stranger: Stranger
  let app: RunningApp

  beforeAll(async () => {
    stranger = await startStranger({ people: [kelp, reed], deviations: ['users-phone-confirmed'] })
    app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
  })
  afterAll(async () => {
    await app.stop()
    await stranger.close()
  })

  it('a login may be as long as an e-mail address, and no rule is named that is not its own', async () => {
    const { $, text } = await openVisitor(app.url, language).visit('/register')
    expect($('[name="login"]').attr('maxlength')).toBe('254')
    expect(text).not.toContain(say('auth:register.loginHint'))
  })

  async function visitorOf({ by = 'kelp' }: Pick<Form, 'by'> = {}): Promise<Visitor> {
    const visitor = openVisitor(app.url, language)
    if (by === 'visitor') return visitor
    const { login, password } = by === 'kelp' ? kelp : by === 'reed' ? reed : stranger.investor
    await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    return visitor
  }
  const callsOf = ({ call: [method, path] }: Form, from: number) =>
    stranger.requests.slice(from).filter((one) => one.method === method && one.path.startsWith(`/api${path}`))
      .length
  async function post(visitor: Visitor, path: string, values: Record<string, string> = {}) {
    const formToken = (await visitor.visit('/cabinet')).value('formToken')
    return fetch(new URL(path, app.url), {
      method: 'POST',
      body: new URLSearchParams({ formToken, ...values }),
      headers: { Cookie: visitor.cookie() },
      redirect: 'manual',
    })
  }

  describe.each(inTurn(forms).map((form) => [form.title, form] as const))('%s', (_title, form) => {
    it.each([
      ['with a text', 400, { message: otherWord }],
      ['without a text', 400, undefined],
      ['by 422 without a text', 422, undefined],
    ])('a refused %s keeps the entered values', async (_how, status, body) => {
      const visitor = await visitorOf(form)
      const [before, from] = [form.count?.(stranger), stranger.requests.length]
      stranger.answerNext(...form.call, { status, body })
      const answer = await form.send(visitor)
      expect([callsOf(form, from), form.count?.(stranger)]).toEqual([1, before])
      const text = body ? otherWord : say(form.failure)
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(text)])
      expect(answer.textOf('body')).not.toContain(say(form.success))
      for (const [name, value] of Object.entries(form.kept ?? {}))
        expect(answer.value(name), name).toBe(value)
    })

    it('is carried out once', async () => {
      const visitor = await visitorOf(form)
      const [before, from] = [form.count?.(stranger), stranger.requests.length]
      const answer = await form.send(visitor)
      const text = answer.textOf('body')
      expect([answer.status, text]).toEqual([200, expect.stringContaining(say(form.success))])
      expect(callsOf(form, from)).toBe(1)
      if (form.count) expect(form.count(stranger)).not.toEqual(before)
      const broken = []
      for (const path of new Set(answer.links('/'))) {
        const { status } = await visitor.visit(path)
        if (status !== 200) broken.push([path, status])
      }
      expect(broken).toEqual([])
    })
  })

  describe('without extensions', () => {
    it.each(inTurn(missing))('%s is not there', async (_route, address, action = address ?? '') => {
      const isPublic = /^\/(contacts|subscribe|vacancies|password|not-me|login)/.test(action)
      const reader = await visitorOf({ by: isPublic ? 'visitor' : 'investor' })
      if (address !== null) expect((await reader.visit(address)).status).toBe(404)
      const values = { email: 'kelp@example.org', name: 'x', message: 'x', login: 'x' }
      const { status, headers } = await post(reader, action, values)
      if (status === 303) expect((await reader.visit(headers.get('Location') ?? '')).status).toBe(404)
      else expect(status).toBeOneOf([400, 404, 422])
    })
    it.each(emptyPages)('%s is not there', async (address) => {
      expect((await openVisitor(app.url, language).visit(address)).status).toBe(404)
    })
    // Addresses are the same in both languages.
    it.runIf(isFull || language === 'en')('no page links to them or to any other missing page', async () => {
      const addresses = [
        ...missing.flatMap(([, address, action]) => [address ?? [], action ?? []].flat()),
        ...emptyPages,
      ]
      for (const [visitor, from] of [
        [openVisitor(app.url, language), '/'],
        [await visitorOf({ by: 'investor' }), '/cabinet'],
      ] as const) {
        const pages = await crawl(visitor, from, (path) => path.includes('?') || path === '/_app')
        const broken = [...pages.values()].filter(({ status }) => status !== 200).map(({ path }) => path)
        const forms = [...pages.values()].flatMap(({ html }) =>
          addresses.filter((address) => html.includes(`action="${address}"`)),
        )
        expect([broken, forms, addresses.filter((address) => pages.has(address))]).toEqual([[], [], []])
      }
    })
  })

  describe('a refusal with only a text', () => {
    it.each(inTurn(sentences))('%s', async (text, key, route, field) => {
      const form = forms.find((one) => one.route === route) as Form
      const fresh = route === '_auth.phone' ? { ...form, by: 'reed' as const } : form
      if (route === '_auth.phone')
        Object.assign(stranger.state.users.find(({ login }) => login === 'reed') ?? {}, {
          phoneConfirmed: false,
        })
      // Otherwise this login and password would sign in to the existing account.
      stranger.state.users = stranger.state.users.filter(({ login }) => login !== 'dulse')
      for (const status of [400, ...(route === '_auth.phone' ? [500, 502] : [])]) {
        const visitor = await visitorOf(fresh)
        stranger.answerNext(...form.call, { status, body: { message: text } })
        const answer = await form.send(visitor)
        expect([answer.status, answer.text]).toEqual([
          expect.toBeOneOf([422, 429]),
          expect.stringContaining(say(`refusals:code.${key}`)),
        ])
        if (field) expect(problemAt(answer, field)).toBe(say(`refusals:code.${key}`))
      }
    })
  })

  describe('a 401', () => {
    it('on sign-in is shown as a wrong login or password', async () => {
      const visitor = openVisitor(app.url, language)
      const wrong = { login: 'kelp', password: 'not-this-one' }
      const answer = await visitor.submit(await visitor.visit('/login'), 'name="password"', wrong)
      expect([answer.status, answer.text]).toEqual([
        422,
        expect.stringContaining(say('refusals:code.invalid_credentials')),
      ])
      expect(answer.value('login')).toBe('kelp')
    })

    it.each([401, 400])('or %i for a wrong current password keeps the session', async (status) => {
      const visitor = await visitorOf({ by: 'investor' })
      const page = await visitor.visit('/cabinet/settings/password')
      const password = { password: newPassword, passwordRepeat: newPassword }
      if (status === 401) stranger.answerNext('PATCH', '/user/password', { status })
      const answer = await visitor.submit(page, 'name="currentPassword"', {
        currentPassword: 'wrong',
        ...password,
      })
      expect(answer.status).toBe(422)
      if (status === 401)
        expect(problemAt(answer, 'currentPassword')).toBe(say('refusals:code.password_wrong'))
      else expect(answer.text).toContain(say('refusals:fallback.editing'))
      expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
    })

    it('elsewhere ends the session', async () => {
      const visitor = await visitorOf({ by: 'investor' })
      const page = await visitor.visit('/cabinet/top-up')
      stranger.answerNext('POST', '/funds/refills', {
        status: 401,
        body: { message: 'Session time expired' },
      })
      const answer = await visitor.submit(page, 'name="amount"', { system: '1', amount: '150' })
      expect([answer.url.pathname, answer.text]).toEqual([
        '/login',
        expect.stringContaining(say('errors:code.unauthorized')),
      ])
      expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
    })
  })

  it('a notification is marked as read when it is closed, and is listed until then', async () => {
    const visitor = await visitorOf({ by: 'investor' })
    const list = await visitor.visit('/cabinet/notifications')
    const unread = () => stranger.state.notifications.filter(({ read }) => !read).length
    const before = unread()
    const [first] = list.entries('/cabinet/notifications')
    const shown = await visitor.visit(first ?? '')
    expect([shown.status, unread()]).toEqual([200, before])
    const closed = await visitor.submit(shown, say('common:action.close'))
    expect([closed.status, closed.url.pathname]).toEqual([200, '/cabinet/notifications'])
    expect([closed.links(first ?? ''), unread()]).toEqual([[], before - 1])
    for (const form of list.$('form[action^="/cabinet/notifications/"]').toArray()) {
      const mark = `action="${form.attribs['action']}"`
      const open = await visitor.submit(list, mark, list.form(mark).fields)
      expect([mark, open.status]).toEqual([mark, 200])
    }
  })

  it.each([
    ['with a text', { message: otherWord }],
    ['without a text', undefined],
  ])('a notification whose closing is refused %s stays unread', async (_how, body) => {
    const visitor = await visitorOf({ by: 'investor' })
    const [first = ''] = (await visitor.visit('/cabinet/notifications')).entries('/cabinet/notifications')
    const unread = () => stranger.state.notifications.filter(({ read }) => !read).length
    const before = unread()
    stranger.answerNext('POST', '/notification/read', { status: 400, body })
    const refused = await visitor.submit(await visitor.visit(first), say('common:action.close'))
    expect([refused.status, unread()]).toEqual([expect.toBeOneOf([400, 422]), before])
    if (body) expect(refused.text).toContain(otherWord)
    expect((await visitor.visit(first)).form(say('common:action.close')).action.pathname).toBe(first)
  })

  it('signing out ends the app’s session without a call to the upstream', async () => {
    const visitor = await visitorOf({ by: 'investor' })
    const page = await visitor.visit('/cabinet')
    const from = stranger.requests.length
    const left = await visitor.submit(page, 'action="/logout"')
    expect([left.status, left.url.pathname]).toEqual([200, '/login'])
    expect(left.textOf('body')).toContain(say('flash:signedOut'))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
    expect(stranger.requests.slice(from).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('the language changes, whatever the upstream answers', async () => {
    const [from, to] = language === 'ru' ? ['ru', 'en'] : ['en', 'ru']
    for (const status of [200, 400, 500]) {
      const visitor = await visitorOf({ by: 'investor' })
      if (status !== 200) stranger.answerNext('POST', '/user/profile', { status })
      const page = await visitor.visit('/cabinet/settings/language')
      const changed = await visitor.submit(page, say('settings:save'), { lng: to })
      expect([changed.status, changed.textOf('body')]).toEqual([
        200,
        expect.stringContaining(
          textsOf(to as 'ru')(status === 200 ? 'flash:dataUpdated' : 'flash:languageKeptHere'),
        ),
      ])
      const back = await fetch(new URL('/language', app.url), {
        method: 'POST',
        body: new URLSearchParams({ lng: from, redirectTo: '/faq' }),
        redirect: 'manual',
      })
      expect([back.status, pathOf(back.headers)]).toEqual([303, '/faq'])
    }
  })

  it('forms about the device make no call to the upstream', async () => {
    const visitor = await visitorOf({ by: 'investor' })
    for (const [path, values] of [
      ['/cabinet/amounts', { amounts: 'hidden' }],
      ['/session', {}],
    ] as const) {
      const { status, headers } = await post(visitor, path, values)
      expect([status, pathOf(headers)]).toEqual([303, '/cabinet'])
    }
  })

  it("documents are uploaded by the page's script, too", async () => {
    const visitor = await visitorOf({ by: 'investor' })
    const { formToken } = (await visitor.visit('/cabinet')).form('name="amounts"').fields
    const from = stranger.requests.length
    const form = new FormData()
    for (const [name, value] of Object.entries({ formToken: formToken ?? '', ...papers, ...documents }))
      form.append(name, value)
    const address = new URL('/cabinet/settings/verification/documents', app.url)
    const answer = await fetch(address, { method: 'POST', body: form, headers: { Cookie: visitor.cookie() } })
    expect([answer.status, await answer.json()]).toEqual([200, { lastResult: null }])
    expect(stranger.requests.slice(from).filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })
})

/** Where a redirect leads. */
const pathOf = (headers: Headers) => new URL(headers.get('Location') ?? '', 'http://localhost').pathname
