import { coins, rates } from '../../backend/db/schema/rates'
import { paymentSystems, plans, settings, subscriptionOptions } from '../../backend/db/schema/settings'
import { users } from '../../backend/db/schema/users'
import { type Db } from '../../backend/db/connect'
import { type FundsContext } from '../../backend/funds/context'
import { creditRefill, requestRefill } from '../../backend/funds/refills'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { type Decimal } from '../../backend/domain/decimal'

/** A company with the rules of docs/rules.md and its investors: the base of the ledger's tests. */

/** The time from which the first rates apply. */
export const firstDay = new Date('2026-01-01T09:00:00.000Z')

export const after = (days: number, ms = 0): Date => new Date(firstDay.getTime() + days * 86_400_000 + ms)

/** Rates that are easy to work with by hand, each with one day of history before the first day. */
export const firstRates: Record<string, Decimal> = { BTC: '50000', ETH: '2500', TRX: '0.25' }

/** Addresses for withdrawals. */
export const wallets = {
  'usdt-trc20': fictitiousAddress('tron', 'a wallet of a test'),
  trx: fictitiousAddress('tron', 'another wallet of a test'),
  btc: fictitiousAddress('bitcoin', 'a wallet of a test'),
  eth: fictitiousAddress('ethereum', 'a wallet of a test'),
}

let made = 0

/** Ids that are different in every test file and in every run of it. */
export const newId = (): string => `t${process.pid.toString(36)}-${(++made).toString(36)}`

/** The context of a use case at a moment of the product's time. */
export const at = (now: Date, realNow = now): FundsContext => ({ now, realNow, newId, demo: true })

/** Fills an empty database with plans, payment systems, rates and the rules of the referral programme. */
export async function openCompany(db: Db): Promise<void> {
  const currencies = ['USDT', 'BTC', 'ETH', 'TRX']
  await db
    .insert(coins)
    .values(currencies.map((coin, position) => ({ coin, title: coin, position, exchangeable: true })))
  for (const [coin, rate] of Object.entries(firstRates)) await setRate(db, coin, after(-1), rate)

  const plan = { currencies, termDays: 50, extensionDays: 50, extensionMultiplier: '2' }
  await db.insert(plans).values([
    { ...plan, ...named('breeze', 'Breeze', 1), dailyPercent: '1.11', min: '100', max: '4999.99' },
    { ...plan, ...named('depth', 'Depth', 2), dailyPercent: '2.22', min: '5000', max: '24999.99' },
    { ...plan, ...named('tsunami', 'Tsunami', 3), dailyPercent: '3.33', min: '25000', max: null },
  ])
  const usdMinimums = { refillMinUsd: '10', paymentMinUsd: '20' }
  const refill = ['refill' as const]
  const both = ['refill' as const, 'deposit' as const]
  await db.insert(paymentSystems).values([
    {
      ...system('usdt-trc20', 'USDT', 'TRC-20', 'tron'),
      ...usdMinimums,
      paymentFee: '1',
      paymentRequires: refill,
    },
    { ...system('trx', 'TRX', 'TRON', 'tron'), ...usdMinimums, paymentFee: '2', paymentRequires: refill },
    {
      ...system('btc', 'BTC', 'Bitcoin', 'bitcoin'),
      ...usdMinimums,
      paymentMinUsd: '100',
      paymentFee: '0.0001',
      paymentRequires: both,
    },
    {
      ...system('eth', 'ETH', 'Ethereum', 'ethereum'),
      ...usdMinimums,
      paymentMinUsd: '100',
      paymentFee: '0.001',
      paymentRequires: both,
    },
  ])
  await db.insert(subscriptionOptions).values({
    id: 'month',
    title: { ru: 'Месяц', en: 'Month' },
    days: 30,
    price: '25',
    benefits: [],
    freePayments: true,
  })
  const value = (key: string, given: unknown) => ({ key, value: given, updatedAt: firstDay })
  await db.insert(settings).values([
    value('referral', [
      { level: 1, percent: '7' },
      { level: 2, percent: '3' },
      { level: 3, percent: '1' },
    ]),
    value('ranks', [
      { rank: 'spark', turnover: '1000', percent: '5', bonus: '10' },
      { rank: 'chimera', turnover: '10000', percent: '7', bonus: '100' },
      { rank: 'monarch', turnover: '50000', percent: '10', bonus: '500' },
      { rank: 'goliath', turnover: '250000', percent: '12', bonus: '2500' },
      { rank: 'whale', turnover: '1000000', percent: '15', bonus: '10000' },
    ]),
    value('limits', {
      exchange: { min: '1' },
      refill: { min: '10' },
      payment: { minUsd: { 'usdt-trc20': '20', trx: '20', btc: '100', eth: '100' } },
      deposit: { min: '100' },
      // The wallets of tests are new ones; what rests is tested by itself.
      rest: { withdrawalHours: 24, factorRemovalHours: 72, walletHours: 0 },
    }),
  ])
}

/** Sets a coin's rate in USDT from `moment` on, confirmed until another rate is set. */
export async function setRate(db: Db, coin: string, moment: Date, rate: Decimal): Promise<void> {
  await db
    .insert(rates)
    .values({ coin, at: moment, rate, confirmedUntil: centuryAfter(moment) })
    .onConflictDoUpdate({ target: [rates.coin, rates.at], set: { rate } })
}

export const centuryAfter = (moment: Date): Date => new Date(moment.getTime() + 36_500 * 86_400_000)

/** Creates an investor with a confirmed phone; returns the id. */
export async function join(db: Db, inviterId: string | null = null): Promise<string> {
  const id = newId()
  await db
    .insert(users)
    .values({ id, login: id, inviterId, registeredAt: firstDay, phoneConfirmedAt: firstDay })
  return id
}

/** Tops the investor up by a request and its transfer, at one moment. */
export async function topUp(
  db: Db,
  {
    userId,
    systemId = 'usdt-trc20',
    amount,
    now = firstDay,
  }: { userId: string; systemId?: string; amount: Decimal; now?: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await requestRefill(tx, at(now), { userId, systemId, amount })
    await creditRefill(tx, at(now), { refillId: id, by: 'demo' })
  })
}

const named = (id: 'breeze' | 'depth' | 'tsunami', title: string, position: number) => ({
  id,
  tariff: id,
  title: { ru: title, en: title },
  position,
})

const system = (id: string, currency: string, network: string, family: 'tron' | 'bitcoin' | 'ethereum') => ({
  id,
  title: id,
  currency,
  network,
  family,
})
