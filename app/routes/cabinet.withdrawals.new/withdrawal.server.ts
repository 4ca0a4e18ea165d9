import { type PaymentSystem } from '~/contract/settings'
import { type Rate } from '~/contract/user'
import { type Look } from '~/forms/confirm.server'
import { type I18n } from '~/i18n/create'
import { errorText } from '~/i18n/error-text'
import { outOfBounds } from '~/money/bounds'
import { scaleOf } from '~/money/currencies'
import { compare, isPositive, multiply, subtract, truncate } from '~/money/decimal'
import { type NewWithdrawal } from './form.server'
import { type Ways } from './ways.server'

/** A withdrawal, looked at before it is asked for: what stands in its way, and what it will do (money.md 9). */

const hourMs = 3_600_000

/** The rates that what is missing is bought at, and the quote that holds them. */
export interface Quote {
  rateId: string
  items: Rate[]
}

/** What happens on confirming, in figures. Amounts are in the system's currency unless told. */
export interface Withdrawal {
  wallet: string
  network: string
  currency: string
  amount: string
  /** Null: there is none. */
  fee: string | null
  net: string
  fromBalance: string
  /** What the balance of the currency lacks, in USDT at a rate, where it lacks something. */
  bought: { fromUsdt: string; rate: string; rateId: string } | null
  hours: number
  expectedBy: string
  freeAfter: { currency: string; amount: string }
  /** The fee and what is bought, as shown; a withdrawal confirmed by others is shown again. */
  figures: string
}

/** @param now the upstream's moment */
export function withdrawalOf(
  asked: NewWithdrawal,
  ways: Ways,
  quote: Quote,
  now: Date,
  i18n: I18n,
): Look<Withdrawal> {
  const system = ways.systems.find(({ id }) => id === asked.system)
  if (!system) return { problems: { system: i18n.t('errors:code.system_required') } }
  const { currency, payment } = system
  const unmet = ways.unmet.find((one) => one !== 'unknown' && payment.requires.includes(one))
  if (unmet) return { problems: { system: errorText(i18n, `${unmet}_required`) ?? '' } }
  const outside = outOfBounds(asked.amount, { currency, ...payment })
  if (outside) return { problems: { amount: errorText(i18n, outside.code, outside.params) ?? '' } }
  const sources = sourcesOf(asked.amount, system, ways, quote)
  if (!sources) return { problems: { amount: i18n.t('errors:code.insufficient_funds') } }
  return { check: figuresOf(asked, system, sources, now) }
}

interface Sources extends Pick<Withdrawal, 'fromBalance' | 'bought' | 'freeAfter'> {
  missing: string
}

/** The balance of the currency first, then USDT for what it lacks. Null where both together lack it. */
function sourcesOf(
  amount: string,
  { currency }: PaymentSystem,
  { balance }: Ways,
  quote: Quote,
): Sources | null {
  const free = balance.currencies[currency]?.balance ?? '0'
  const missing = subtract(amount, free)
  if (!isPositive(missing)) {
    const freeAfter = { currency, amount: subtract(free, amount) }
    return { fromBalance: amount, missing: '0', bought: null, freeAfter }
  }
  const rate = quote.items.find(({ coin }) => coin === currency)?.rate
  if (currency === 'USDT' || rate === undefined) return null
  const fromUsdt = truncate(multiply(missing, rate), scaleOf('USDT'))
  if (compare(fromUsdt, balance.balance) > 0) return null
  const freeAfter = { currency: 'USDT', amount: subtract(balance.balance, fromUsdt) }
  return { fromBalance: free, missing, bought: { fromUsdt, rate, rateId: quote.rateId }, freeAfter }
}

function figuresOf(
  { amount, wallet }: NewWithdrawal,
  { network, currency, payment }: PaymentSystem,
  { missing, ...sources }: Sources,
  now: Date,
): Withdrawal {
  const { fee, hours } = payment
  return {
    wallet,
    network,
    currency,
    amount,
    fee: isPositive(fee) ? fee : null,
    net: subtract(amount, fee),
    ...sources,
    hours,
    expectedBy: new Date(now.getTime() + hours * hourMs).toISOString(),
    figures: [fee, hours, missing].join(' '),
  }
}
