import { describe, expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { tronWallet } from '../../../tests/support/investor'
import { type PayoutMethods, payoutMethodsForPage } from './options.server'
import { newWithdrawalForm, withdrawalOf } from './withdrawal.server'

const { en } = createServerI18n('Europe/Vilnius')
const now = new Date('2026-01-05T12:00:00.000Z')

const system = (
  own: Pick<PaymentSystem, 'id' | 'currency' | 'network'>,
  payment: Pick<PaymentSystem['payment'], 'min' | 'fee' | 'requires'>,
): PaymentSystem => ({
  title: own.id,
  decimals: 8,
  explorer: null,
  refill: { enabled: true, min: '10', max: null, timeoutMinutes: 60 },
  ...own,
  payment: { enabled: true, max: null, hours: 96, ...payment },
})

const systems = [
  system(
    { id: 'usdt-trc20', currency: 'USDT', network: 'TRC-20' },
    { min: '20', fee: '1', requires: ['refill'] },
  ),
  system(
    { id: 'btc', currency: 'BTC', network: 'Bitcoin' },
    { min: '0.002', fee: '0.0001', requires: ['refill', 'deposit'] },
  ),
]

const balance: Balance = {
  type: 'balance',
  balance: '700',
  balance_dep: '0',
  currency: 'USDT',
  currencies: {
    USDT: { balance: '700', balance_dep: '0', rate: '1', inUsdt: '700' },
    BTC: { balance: '0.01', balance_dep: '0', rate: '50000', inUsdt: '500' },
  },
  totalInUsdt: '1200',
  asOf: now.toISOString(),
}

const bitcoin = {
  coin: 'BTC',
  title: 'Bitcoin',
  exchangeable: true,
  rate: '50000.123456',
  change24h: '0',
  updatedAt: now.toISOString(),
}
const held = { expiresAt: '2026-01-05T12:02:00.000Z', holdsMs: 120_000 }
const quote = { rateId: 'quote-1', items: [bitcoin], spreadPercent: '0', ...held }

/** Valid by their checksums; the second is an example of BIP 173. */
const wallets: Record<string, string> = {
  'usdt-trc20': tronWallet,
  btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

const reviewOf = (
  system: string,
  amount: string,
  methods: Partial<PayoutMethods> = {},
  rates = quote,
  wallet = wallets[system] ?? '',
  walletField: 'wallet' | 'saved' = 'wallet',
) => {
  const request = { system, amount, wallet, walletField }
  return withdrawalOf(
    request,
    { systems, balance, unmet: [], ...methods },
    rates,
    { now, keepsQuote: false, restsUntil: null },
    en,
  )
}

describe('the confirmation of a quote', () => {
  /** 0.015 BTC, of which 0.01 are available: at 200,000 the rest costs 1,000 of the 700 available USDT. */
  const dear = { ...quote, rateId: 'quote-2', items: [{ ...bitcoin, rate: '200000' }] }
  const tiny = systems.map((system) => ({ ...system, payment: { ...system.payment, min: '0.02' } }))
  const at = (keepsQuote: boolean, rateId?: string, methods: Partial<PayoutMethods> = {}) => {
    const request = {
      system: 'btc',
      amount: '0.015',
      wallet: wallets['btc'] ?? '',
      walletField: 'wallet' as const,
    }
    const all = { systems, balance, unmet: [], ...methods }
    return withdrawalOf({ ...request, rateId }, all, dear, { now, keepsQuote, restsUntil: null }, en)
  }

  test('is not refused by a higher rate or by a minimum that depends on it', () => {
    for (const methods of [{}, { systems: tiny }])
      expect(at(true, 'quote-1', methods)).toMatchObject({ review: { figures: '0.015 BTC 0.0001 96 0.005' } })
  })

  test('uses the present rate if it is shown again, or if nothing was quoted', () => {
    for (const [keepsQuote, rateId] of [
      [false, 'quote-1'],
      [true, undefined],
    ] as const) {
      expect(at(keepsQuote, rateId)).toEqual({ problems: { amount: 'Not enough money on the balance' } })
      expect(at(keepsQuote, rateId, { systems: tiny })).toMatchObject({
        problems: { amount: /The minimum/ },
      })
    }
  })
})

describe('the review page', () => {
  test('shows the fee, what arrives and when', () => {
    expect(reviewOf('usdt-trc20', '200')).toEqual({
      review: {
        wallet: tronWallet,
        network: 'TRC-20',
        currency: 'USDT',
        amount: '200',
        fee: '1',
        net: '199',
        fromBalance: '200',
        bought: null,
        rate: null,
        hours: 96,
        expectedBy: '2026-01-09T12:00:00.000Z',
        rest: null,
        freeAfter: { currency: 'USDT', amount: '500' },
        figures: '200 USDT 1 96 0',
      },
    })
  })

  test('buys what the currency’s balance lacks with USDT, rounded down to six decimals', () => {
    // 0.015 − 0.01 = 0.005 BTC; × 50000.123456 = 250.00061728 → 250.000617; 700 − 250.000617 = 449.999383
    expect(reviewOf('btc', '0.015')).toMatchObject({
      review: {
        fromBalance: '0.01',
        bought: {
          fromUsdt: '250.000617',
          rate: '50000.123456',
          spreadPercent: null,
          rateId: 'quote-1',
          ...held,
        },
        net: '0.0149',
        freeAfter: { currency: 'USDT', amount: '449.999383' },
        figures: '0.015 BTC 0.0001 96 0.005',
      },
    })
  })

  test('buys nothing if the balance is just enough', () => {
    expect(reviewOf('btc', '0.01')).toMatchObject({ review: { bought: null, freeAfter: { amount: '0' } } })
  })

  test('needs no new confirmation when the rate has moved: the quote is kept', () => {
    const moved = { ...quote, rateId: 'quote-2', items: [{ ...bitcoin, rate: '51000' }] }
    const [before, after] = [reviewOf('btc', '0.015'), reviewOf('btc', '0.015', {}, moved)]
    if (!('review' in before && 'review' in after)) throw new Error('both can be asked for')
    expect(after.review.figures).toBe(before.review.figures)
  })
})

describe('refusals', () => {
  test.each([
    ['usdt-trc20', '19.99', 'The minimum is 20.00 USDT'],
    ['usdt-trc20', '700.01', 'Not enough money on the balance'],
    // 0.01 BTC and 700 USDT at 50000.123456 buy 0.01399996 BTC, not more
    ['btc', '0.02399997', 'Not enough money on the balance'],
  ])('%s, %s: %s', (id, amount, sentence) => {
    const result = reviewOf(id, amount)
    if (!('problems' in result)) throw new Error('it can be asked for')
    expect(result.problems['amount']?.replace(/\s/g, ' ')).toBe(sentence)
  })

  test('no refusal up to the last unit that both balances can pay', () => {
    expect(reviewOf('btc', '0.02399996')).toHaveProperty('review')
  })

  test.each([
    ['has no rate', []],
    ['has an unconfirmed rate', [{ ...bitcoin, exchangeable: false }]],
  ])('nothing is bought of a currency that %s', (_, items) => {
    expect(reviewOf('btc', '0.015', {}, { ...quote, items })).toEqual({
      problems: { amount: "This currency can't be exchanged now" },
    })
  })

  test('all violated rules of a system are reported together, in the order of the form', () => {
    const result = reviewOf('btc', '0.000000001', { unmet: ['deposit'] }, quote, tronWallet)
    expect(result).toEqual({
      problems: {
        system: 'Open a deposit first',
        amount: 'No more than 8 digits after the point',
        wallet: 'This address does not belong to Bitcoin. An address there begins with bc1, 1 or 3',
      },
    })
    expect(Object.keys('problems' in result ? result.problems : {})).toEqual(['system', 'amount', 'wallet'])
  })

  test('a saved wallet of another network is reported at the choice of the wallet', () => {
    expect(reviewOf('btc', '0.01', {}, quote, tronWallet, 'saved')).toEqual({
      problems: {
        saved: 'This address does not belong to Bitcoin. An address there begins with bc1, 1 or 3',
      },
    })
  })

  test('an unmet requirement is reported at the system', () => {
    const unmet: PayoutMethods['unmet'] = ['deposit']
    expect(reviewOf('btc', '0.01', { unmet })).toEqual({ problems: { system: 'Open a deposit first' } })
    expect(reviewOf('usdt-trc20', '200', { unmet })).toHaveProperty('review')
  })
})

describe('an upstream with little data', () => {
  const bare = systems.map((one) => ({
    ...one,
    network: null,
    decimals: null,
    payment: { ...one.payment, min: null, fee: null },
  }))
  const unknownBalance = { ...balance, balance: null, currencies: {} }

  test('fee, received amount, source and remaining balance are left out if they are unknown', () => {
    expect(reviewOf('btc', '5', { systems: bare, balance: unknownBalance })).toMatchObject({
      review: { fee: undefined, net: null, network: null, bought: null, freeAfter: null },
    })
  })

  test('a purchase at a rate that is not fixed is shown without a quote', () => {
    const moving = { ...quote, rateId: null, expiresAt: null, holdsMs: null }
    expect(reviewOf('btc', '0.015', {}, moving as unknown as typeof quote)).toMatchObject({
      review: { bought: { fromUsdt: '250.000617', rateId: null, holdsMs: null } },
    })
  })

  test('its systems are offered without bounds, and an unknown fee is not shown as zero', () => {
    const [usdt, btc] = payoutMethodsForPage({ systems: bare, balance: unknownBalance, unmet: [] })
    expect(usdt).toMatchObject({ min: null, max: null, fee: undefined, free: null, network: null })
    expect(btc).toMatchObject({ title: 'btc' })
    const free = systems.map((one) => ({ ...one, payment: { ...one.payment, fee: '0' } }))
    expect(payoutMethodsForPage({ systems: free, balance, unmet: [] })[0]?.fee).toBeNull()
  })
})

describe('the form', () => {
  const parse = (typed: Record<string, string>) => newWithdrawalForm('en').safeParse(typed)
  const request = { system: 'btc', amount: '0.01' }

  const problemsOf = (typed: Record<string, string>) =>
    (parse(typed).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)

  test.each([
    ['typed', { wallet: ' bc1-typed ' }, 'bc1-typed', 'wallet'],
    ['saved', { saved: 'bc1-saved' }, 'bc1-saved', 'saved'],
    ['both, and the same', { saved: 'bc1-saved', wallet: 'bc1-saved' }, 'bc1-saved', 'wallet'],
  ])('the wallet is %s', (_, destination, wallet, walletField) => {
    expect(parse({ ...request, ...destination }).data).toEqual({ ...request, wallet, walletField })
  })

  test('two different wallets are refused, and a missing one is required', () => {
    expect(problemsOf({ ...request, saved: 'bc1-saved', wallet: 'bc1-typed' })).toEqual([
      'wallet wallet_twice',
    ])
    expect(problemsOf(request)).toEqual(['wallet wallet_required'])
  })

  test('an empty form reports all errors together', () => {
    expect(problemsOf({}).sort()).toEqual([
      'amount amount_required',
      'system system_required',
      'wallet wallet_required',
    ])
  })
})
