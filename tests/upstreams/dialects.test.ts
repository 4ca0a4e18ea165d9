import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDialect } from '~/upstream/dialect/read-dialect.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { createUpstreamPool } from '~/upstream/pool.server'
import { type Upstream, type UpstreamPool } from '~/upstream/types'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { textsOf } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'
import { forms, kelp } from './forms'
import { failedSteps } from './money-path'
import { brokenPages, cabinetPages } from './pages'
import { postStyle, restStyle } from './styles'
import { type TranslatedStranger, startTranslatedStranger } from './translated-stranger'

/** Each example of a dialect, against an upstream that accepts only what the example describes. */

const fileOf = (name: string) => fileURLToPath(new URL(`../../docs/dialects/${name}.yaml`, import.meta.url))

const timeouts = { connectMs: 5_000, getMs: 20_000, moneyMs: 20_000, uploadMs: 20_000, partMs: 20_000 }
const caller = { language: 'en', requestId: 'dialect', address: null } as const

describe.each([
  {
    name: 'rest-snake-case',
    style: restStyle,
    changing: [
      'deposits',
      'deposits/{id}/closing',
      'top_ups',
      'withdrawals',
      'exchanges',
      'subscription',
    ].map((path) => `POST /v1/me/${path}`),
  },
  {
    name: 'post-only',
    style: postStyle,
    changing: ['openDeposit', 'closeDeposit', 'topUp', 'withdraw', 'exchange', 'subscribe'].map(
      (call) => `POST /rpc/${call}`,
    ),
  },
])('with the dialect $name', ({ name, style, changing }) => {
  let upstream: TranslatedStranger
  let pool: UpstreamPool
  let visitor: Upstream
  let investor: Upstream
  let keys = 0
  const keyed = () => ({ key: `key-${(keys += 1)}` })
  const warnings: unknown[] = []

  beforeAll(async () => {
    upstream = await startTranslatedStranger(style, [kelp])
    const log = { warn: (fields: object, message: string) => warnings.push({ ...fields, message }) }
    pool = createUpstreamPool({ url: upstream.url, timeouts, log, dialect: readDialect(fileOf(name)) })
    visitor = pool.for({ ...caller, token: null })
    const { refreshToken } = await visitor.auth.login(upstream.stranger.investor)
    investor = pool.for({ ...caller, token: refreshToken })
  })
  afterAll(async () => {
    await pool.close()
    await upstream.close()
  })

  const refusalOf = async (call: Promise<unknown>) => {
    const failure = await call.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UpstreamFailure)
    const { kind, code, status } = failure as UpstreamFailure
    return { kind, code, status }
  }
  const balanceOf = (currency: 'USDT' | 'BTC') =>
    upstream.stranger.state.balanceOf(upstream.stranger.investor.login, currency).toFixed()
  const lastRequest = () => upstream.requests.at(-1)

  it('signs in and identifies the user', async () => {
    const { user } = await visitor.auth.login(upstream.stranger.investor)
    expect(user).toMatchObject({ login: upstream.stranger.investor.login, email: 'investor@example.org' })
    expect(user.registeredAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('refuses a wrong password with the right error code', async () => {
    const refusal = await refusalOf(visitor.auth.login({ ...upstream.stranger.investor, password: 'wrong' }))
    expect(refusal).toMatchObject({ kind: 'refused', code: 'invalid_credentials' })
  })

  it('registers, and refuses a taken e-mail with the right error code', async () => {
    const one = {
      email: 'new@example.org',
      phone: '+37069999999',
      password: 'A-good-password-1',
      language: 'en',
    } as const
    const registered = await visitor.auth.register({ login: 'newcomer', ...one })
    expect(registered?.user.login).toBe('newcomer')
    const refusal = await refusalOf(visitor.auth.register({ login: 'other', ...one, phone: '+37061234568' }))
    expect(refusal).toMatchObject({ kind: 'refused', code: 'email_taken' })
  })

  it('ends a session whose token the upstream does not know', async () => {
    const stranger = pool.for({ ...caller, token: 'of-nobody' })
    expect(await refusalOf(stranger.user.balance())).toMatchObject({ kind: 'unauthorized' })
  })

  it('lacks what only the contract has', async () => {
    expect(await refusalOf(investor.sessions.list())).toMatchObject({ kind: 'not_found' })
    expect(
      await refusalOf(visitor.auth.telegram({ id: 1, auth_date: 1, hash: 'a'.repeat(64) })),
    ).toMatchObject({
      kind: 'not_found',
    })
  })

  it('reads public data', async () => {
    const news = await visitor.content.news({ page: 1, limit: 20 })
    expect(news).toMatchObject({ total: 3, items: [{ title: expect.any(String) as string }, {}, {}] })
    const { id } = news.items[0]!
    expect(await visitor.content.newsItem({ id })).toMatchObject({
      id,
      body: expect.stringContaining('<p>') as string,
    })
    expect(await visitor.settings.get({ key: 'telegramAuthAvailable' })).toEqual({
      key: 'telegramAuthAvailable',
      value: false,
    })
    expect((await visitor.settings.plans()).items.map(({ tariff, min }) => [tariff, min])).toEqual([
      ['breeze', '100'],
      ['depth', '1000'],
      ['tsunami', '5000'],
    ])
    expect((await visitor.settings.paymentSystems()).items.map(({ currency }) => currency)).toEqual([
      'USDT',
      'BTC',
      'ETH',
      'TRON',
    ])
    expect((await visitor.settings.subscriptionOptions()).items).toHaveLength(2)
  })

  it('reads every list and every single entry of an investor', async () => {
    const balance = await investor.user.balance()
    expect(balance.currencies).toMatchObject({
      USDT: { balance: balanceOf('USDT') },
      BTC: { balance: balanceOf('BTC') },
    })
    const deposits = await investor.deposits.list({ page: 1, limit: 20 })
    expect(deposits.leftOut).toBeUndefined()
    expect(deposits.total).toBe(deposits.items.length)
    expect(new Set(deposits.items.map(({ status }) => status))).toEqual(
      new Set(['in_progress', 'awaiting_completion', 'closed']),
    )
    const refills = await investor.refills.list({ page: 1, limit: 20 })
    expect(refills.leftOut).toBeUndefined()
    expect(new Set(refills.items.map(({ status }) => status))).toEqual(
      new Set(['pending', 'topped_up', 'rejected', 'timeout_expired']),
    )
    const [refill] = refills.items
    expect(await investor.refills.one({ id: refill!.id })).toMatchObject({
      id: refill!.id,
      requestAmount: refill!.requestAmount,
      wallet: expect.stringContaining('stranger-') as string,
    })
    const payments = await investor.payments.list()
    expect(payments.leftOut).toBeUndefined()
    expect(payments.items.map(({ status }) => status).sort()).toEqual([
      'completed',
      'pending',
      'rejected',
      'under_review',
    ])
    const wallets = await investor.userData.wallets()
    expect(wallets.items.map(({ address }) => address)).toContain('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
    const operations = await investor.user.operations({
      page: 1,
      limit: 100,
      sort: 'amount',
      sortDir: 'desc',
    })
    expect(operations.items.length).toBeGreaterThan(5)
    expect(operations.leftOut).toBeUndefined()
    expect((await investor.user.referrals()).items.map(({ login }) => login)).toContain('amber')
    expect((await investor.user.referralsOf({ login: 'amber' })).items.map(({ login }) => login)).toEqual([
      'birch',
      'cedar',
    ])
    expect(await investor.user.referral({ login: 'amber' })).toMatchObject({ login: 'amber', exists: true })
    expect(Number((await investor.user.statistics()).income)).toBeGreaterThan(0)
    expect((await investor.user.bonus()).rank).toBe('spark')
    expect((await investor.user.exchangeRate()).items.map(({ coin, rate }) => [coin, rate])).toContainEqual([
      'BTC',
      '60000',
    ])
    expect(await investor.userData.byType({ type: 'profile' })).toMatchObject({ data: { city: 'Vilnius' } })
    expect((await investor.userData.byType({ type: 'verification' })).type).toBe('verification')
    expect((await investor.notification.list()).items).toHaveLength(5)
  })

  it('moves money, with one request each time', async () => {
    const { state } = upstream.stranger
    upstream.requests.length = 0
    const { items: plans } = await investor.settings.plans()
    const { items: systems } = await investor.settings.paymentSystems()
    const [planId, system] = [plans[0]!.id, systems[0]!.id]

    const before = Number(balanceOf('USDT'))
    const opened = await investor.deposits.create({ planId, currency: 'USDT', amount: '150.25' }, keyed())
    expect(opened.deposit).toMatchObject({ amount: '150.25', currency: 'USDT', status: 'in_progress' })
    expect(before - Number(balanceOf('USDT'))).toBeCloseTo(150.25)

    const refill = await investor.refills.create({ system, amount: '1000.10' }, keyed())
    expect(refill).toMatchObject({
      status: 'pending',
      wallet: expect.stringContaining('stranger-') as string,
    })
    expect(state.refills.at(-1)?.requestAmount.toFixed()).toBe('1000.1')

    const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
    const { payment } = await investor.payments.create({ system, amount: '25', wallet }, keyed())
    expect(payment).toMatchObject({ amount: '25', wallet, status: 'pending' })

    const coins = Number(balanceOf('BTC'))
    const exchange = { from: 'USDT', to: 'BTC', amount: '60', rateId: 'none' }
    await investor.user.exchange(exchange, keyed())
    expect(Number(balanceOf('BTC'))).toBeCloseTo(coins + 0.001, 6)

    const waiting = (await investor.deposits.list()).items.find(
      ({ status }) => status === 'awaiting_completion',
    )
    expect((await investor.deposits.close({ id: waiting!.id }, keyed())).deposit?.status).toBe('closed')

    const { items: options } = await investor.settings.subscriptionOptions()
    await investor.user.subscription({ optionId: options[0]!.id }, keyed())
    const changes = upstream.requests.map(({ call }) => call).filter((call) => changing.includes(call))
    expect(changes.sort()).toEqual([...changing].sort())
  })

  it("writes filters and sorting in the upstream's own words", async () => {
    await investor.deposits.list({ status: 'closed', page: 2, limit: 10 })
    expect(lastRequest()?.fields).toEqual(
      name === 'post-only'
        ? { status: 'closed', page: 2, size: 10 }
        : { status: '3', page: '2', per_page: '10' },
    )
    await investor.user.operations({ sort: 'createdAt', sortDir: 'desc' })
    expect(lastRequest()?.fields).toEqual(
      name === 'post-only'
        ? { sort: 'createdAt', sortDir: 'desc' }
        : { sort: 'created_at', sort_dir: 'desc' },
    )
  })

  it('refuses an unaffordable payment and says why', async () => {
    const { items: plans } = await investor.settings.plans()
    const tooMuch = { planId: plans[0]!.id, currency: 'USDT', amount: '999999999' }
    expect(await refusalOf(investor.deposits.create(tooMuch, keyed()))).toMatchObject({ kind: 'refused' })
  })

  it.each(['ru', 'en'] as const)(
    'serves every page of the cabinet and the main path by its forms, in %s',
    async (language) => {
      const env = { DEMO: '0', UPSTREAM_DIALECT: fileOf(name) }
      const app = await startAppOn(upstream.url, { env })
      const reader = await signedIn(app.url, upstream.stranger.investor, language)
      expect(await brokenPages(reader, cabinetPages)).toEqual([])
      expect(await failedSteps(reader, upstream.stranger, language)).toEqual([])
      await app.stop()
    },
  )

  describe('its forms', () => {
    const say = textsOf('en')
    let app: RunningApp

    beforeAll(async () => {
      app = await startAppOn(upstream.url, { env: { DEMO: '0', UPSTREAM_DIALECT: fileOf(name) } })
    })
    afterAll(() => app.stop())

    // Its users do not say whether their phone is confirmed, so nobody is led to the code.
    const offered = forms.filter(({ by }) => by !== 'reed')

    it.each(offered.map((form) => [form.title, form] as const))('carry out %s once', async (_title, form) => {
      const { by = 'kelp', count, send, success } = form
      const account = by === 'kelp' ? kelp : upstream.stranger.investor
      const visitor = by === 'visitor' ? openVisitor(app.url, 'en') : await signedIn(app.url, account, 'en')
      const before = count?.(upstream.stranger)
      const answer = await send(visitor)
      expect([answer.status, answer.textOf('body')]).toEqual([200, expect.stringContaining(say(success))])
      if (count) expect(count(upstream.stranger)).not.toEqual(before)
    })
  })

  it("changes the investor's own account", async () => {
    await investor.user.profile({ city: 'Kaunas' })
    expect(await investor.userData.byType({ type: 'profile' })).toMatchObject({ data: { city: 'Kaunas' } })
    const { items } = await investor.settings.paymentSystems()
    await investor.userData.updateWallets({ wallets: [{ system: items[2]!.id, address: '0xabc' }] })
    expect((await investor.userData.wallets()).items.map(({ address }) => address)).toContain('0xabc')
    const [first] = (await investor.notification.list()).items
    await investor.notification.read({ id: first!.id, login: upstream.stranger.investor.login })
    expect((await investor.notification.list()).items).toHaveLength(4)
    const password = { currentPassword: upstream.stranger.investor.password, password: 'Another-password-1' }
    await investor.user.password(password)
    await visitor.auth.login({ ...upstream.stranger.investor, password: password.password })
  })

  it('leaves out no row, and understands every answer', () => {
    expect(visitor.deviations().filter(({ rule }) => rule === 'row_left_out')).toEqual([])
    expect(warnings.filter((one) => (one as { kind?: string }).kind)).toEqual([])
  })
})
