import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { type PaymentSystem, type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { I18nProvider } from '~/locale/context'
import { createServerI18n } from '~/locale/texts.server'
import { type Upstream } from '~/upstream/types'
import { Amount } from './amount'
import { freeOf, holdsMoney } from './balance.server'
import { boundsText, planBounds } from './bounds'
import { canBeClosed } from './closing'
import { depositTerms, minimumOf } from './deposit-terms.server'
import { planName, systemName } from './names'
import { RateHolds } from './rate-holds'
import { withSystems } from './systems.server'
import { termProgress } from './term-progress.server'

/** Pages leave out values that the upstream does not send, and make up nothing. */

const { en, ru } = createServerI18n('Europe/Vilnius')
const shown = (page: React.ReactNode) => renderToStaticMarkup(<I18nProvider value={en}>{page}</I18nProvider>)

describe('an amount', () => {
  test('that is unknown is not shown as zero', () => {
    expect(shown(<Amount value={null} currency="USDT" />)).toMatch(/>—<.*>not told</)
  })

  test('of an unknown currency is shown without one, with all of its digits', () => {
    expect(en.amount('1000.123456789', null)).toBe('1,000.123456789')
    expect(shown(<Amount value="0.5" currency={null} />)).not.toContain('\u00a0')
  })
})

describe('a balance', () => {
  const held = (balance: string | null) => ({ balance, balance_dep: null, rate: null, inUsdt: null })
  const balance = (currencies: Balance['currencies']): Balance => ({
    type: 'balance',
    balance: null,
    balance_dep: null,
    currency: 'USDT',
    currencies,
    totalInUsdt: null,
    asOf: null,
  })

  test('shows the available amount if its currency is known, or if it has several currencies', () => {
    const several = balance({ USDT: held('7'), BTC: held(null) })
    expect(['USDT', 'BTC', 'ETH'].map((currency) => freeOf(several, currency))).toEqual(['7', null, '0'])
    expect(freeOf(balance({ USDT: held('7') }), 'BTC')).toBeNull()
    expect(freeOf(balance({}), 'USDT')).toBeNull()
  })

  test('counts as holding money if any of its known amounts is above zero', () => {
    expect(holdsMoney(balance({ USDT: held('0'), BTC: held('0.1') }))).toBe(true)
    expect(holdsMoney(balance({ USDT: held('0'), BTC: held(null) }))).toBe(false)
  })
})

const plan: Plan = {
  id: 'p1',
  tariff: 'depth',
  title: null,
  currencies: ['USDT', 'BTC'],
  min: '100',
  max: null,
  bounds: {},
  dailyPercent: '2.22',
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  available: true,
}

describe('a plan', () => {
  test('without a name has that of its tariff', () => {
    expect(planName(plan, en)).toBe('Depth')
    expect(planName({ ...plan, title: 'Deep' }, en)).toBe('Deep')
    expect(planName({ ...plan, tariff: 'unknown' }, ru)).toBe('Другой тариф')
  })

  test('with a single minimum has it in USDT, and none in other currencies', () => {
    expect(planBounds(plan, 'USDT')).toEqual({ min: '100', max: null })
    expect(planBounds(plan, 'BTC')).toEqual({ min: null, max: null })
    expect(planBounds(plan, 'ETH')).toBeNull()
  })

  test('with bounds by currency accepts no other currency now', () => {
    const complete = { ...plan, bounds: { USDT: { min: '100', max: '500' } } }
    expect(planBounds(complete, 'USDT')).toEqual({ min: '100', max: '500' })
    expect(planBounds(complete, 'BTC')).toBeNull()
  })

  test.each([
    ['1', '2', 'From 1.00 USDT to 2.00 USDT'],
    ['1', null, 'From 1.00 USDT'],
    [null, '2', 'Up to 2.00 USDT'],
    [null, null, undefined],
  ])('with bounds %s and %s shows what is known', (min, max, text) => {
    expect(boundsText(en, { min, max }, 'USDT')?.replace(/\u00a0/g, ' ')).toBe(text)
  })
})

describe('a payment system', () => {
  const system = { id: 's1', title: 'Tether', network: 'TRC-20', currency: 'USDT' } as PaymentSystem
  const upstream = {
    settings: { paymentSystems: () => Promise.resolve({ items: [system] }) },
  } as unknown as Upstream
  const entry = (of: string) => ({ system: of, currency: null, network: null })

  test('without a name is named by its other properties', () => {
    expect(systemName(system)).toBe('Tether')
    expect(systemName({ ...system, title: null })).toBe('USDT, TRC-20')
    expect(systemName({ ...system, title: null, network: null })).toBe('USDT, s1')
  })

  test('adds its currency and network to entries that name only the system', async () => {
    const found = await withSystems(upstream, [entry('s1'), entry('tether'), entry('s2')])
    expect(found.map(({ currency, network }) => [currency, network])).toEqual([
      ['USDT', 'TRC-20'],
      ['USDT', 'TRC-20'],
      [null, null],
    ])
  })

  test('is not loaded if the entries are complete, and does not replace their own values', async () => {
    const noReader = {} as Upstream
    const own = { system: 's1', currency: 'BTC', network: 'Bitcoin' }
    expect(await withSystems(noReader, [own])).toEqual([own])
    expect(await withSystems(upstream, [{ ...own, network: null }])).toEqual([{ ...own, network: 'TRC-20' }])
  })
})

describe('a deposit', () => {
  const deposit = {
    plan: { id: null, tariff: 'depth', title: null },
    term: null,
    termDays: 50,
    extension: null,
    startedAt: '2026-01-01T10:00:00.000Z',
    endsAt: null,
    nextAccrualAt: null,
    amount: '300',
    currency: 'USDT',
    dailyPercent: '2.22',
    min: '100',
  } as unknown as Deposit
  const now = new Date('2026-01-11T10:00:00.000Z')

  test('has a progress that follows from its dates', () => {
    const endsAt = '2026-02-20T10:00:00.000Z'
    expect(termProgress({ ...deposit, term: 1 }, now)).toEqual({ day: 10, days: 50 })
    expect(termProgress({ ...deposit, endsAt }, now)).toEqual({ day: 10, days: 50 })
    expect(termProgress(deposit, now)).toBeNull()
    expect(termProgress({ ...deposit, startedAt: null, endsAt }, now)).toBeNull()
    expect(termProgress({ ...deposit, term: 2, termDays: null, endsAt }, now)).toBeNull()
  })

  test('has the second term of the only plan with its name or tariff', () => {
    const second = { days: 50, percent: '4.44', day: '13.32' }
    expect(depositTerms(deposit, [plan]).second).toEqual(second)
    expect(depositTerms(deposit, [plan, { ...plan, id: 'p2' }]).second).toBe('unknown')
    const named = { ...deposit, plan: { ...deposit.plan, tariff: 'unknown', title: 'deep' } } as Deposit
    expect(depositTerms(named, [plan, { ...plan, id: 'p2', title: 'Deep' }]).second).toEqual(second)
    expect(depositTerms({ ...deposit, dailyPercent: null }, [plan]).second).toBe('unknown')
  })

  test('ends at the known end only', () => {
    expect(depositTerms(deposit, [plan])).toMatchObject({
      firstEndsAt: '2026-02-20T10:00:00.000Z',
      secondEndsAt: '2026-04-11T10:00:00.000Z',
    })
    const bare = { ...deposit, startedAt: null }
    expect(depositTerms(bare, [plan])).toMatchObject({ firstEndsAt: null, secondEndsAt: null })
    const endsAt = '2026-02-20T10:00:00.000Z'
    expect(depositTerms({ ...bare, endsAt }, [plan]).firstEndsAt).toBeNull()
    expect(depositTerms({ ...bare, endsAt, term: 1 }, [plan]).firstEndsAt).toBe(endsAt)
  })

  test('shows no minimum above its own amount, which would be one of another currency', () => {
    expect(minimumOf(deposit)).toBe('100')
    expect(minimumOf({ min: '1000', amount: '0.02' })).toBeNull()
    expect(minimumOf({ min: null, amount: '300' })).toBeNull()
  })

  test.each([
    [true, 'in_progress', 1, true],
    [false, 'awaiting_completion', 2, false],
    [null, 'awaiting_completion', null, true],
    [null, 'in_progress', 2, true],
    [null, 'in_progress', 1, false],
    [null, 'in_progress', null, false],
    [null, 'closed', 2, false],
  ] as const)('with %s sent, %s in term %s, can be closed: %s', (canClose, status, term, can) => {
    expect(canBeClosed({ canClose, status, term })).toBe(can)
  })
})

describe('a rate', () => {
  const holds = { rateId: 'q1', expiresAt: '2026-01-05T10:00:00.000Z', holdsMs: 60_000 }

  test('is fixed for as long as the upstream says', () => {
    expect(shown(<RateHolds {...holds} />)).toContain('Holds until 12:00')
    expect(shown(<RateHolds {...holds} expiresAt={null} holdsMs={null} />)).toBe('')
  })

  test('that is not fixed is described as moving', () => {
    expect(shown(<RateHolds {...holds} rateId={null} />)).toBe(en.t('common:rate.moves'))
  })
})
