import { type PaymentSystem } from '~/contract/settings'
import { type Review } from '~/money-forms/review.server'
import { type Quote, priceOf } from '~/investments/quote.server'
import { type I18n } from '~/locale/create'
import { outOfBoundsText } from '~/investments/bounds'
import { scaleOf } from '~/money/currencies'
import { compare, isPositive, multiply, subtract, truncate } from '~/money/decimal'
import { canBelongTo } from '~/formats/wallet-address.server'
import { type NewWithdrawal } from './form.server'
import { type PayoutMethods } from './payout-methods.server'

/** A withdrawal, looked at before it is asked for: what stands in its way, and what it will do (docs/rules.md). */

const hourMs = 3_600_000

/** USDT that pays for what the balance lacks: how much, at which rate, and for how long the quote holds it. */
interface Bought extends Pick<Quote, 'rateId' | 'expiresAt' | 'holdsMs'> {
  fromUsdt: string
  /** USDT for one of the currency, spread included. */
  rate: string
  /** The price that the page before this one showed, where it was another. */
  rateBefore: string | null
  /** Null: there is none. */
  spreadPercent: string | null
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
  bought: Bought | null
  /** The price of what is bought; null where nothing is. */
  rate: string | null
  hours: number
  expectedBy: string
  freeAfter: { currency: string; amount: string }
  /**
   * The amount, the fee and what is bought, as shown; a withdrawal confirmed by others is shown again. What is free
   * afterwards is not among them: every accrual moves it, and it changes nothing of what is confirmed. That the balance
   * suffices is looked at again all the same.
   */
  figures: string
}

interface Moment {
  /** The upstream's. */
  now: Date
  /** A quote that was shown is being confirmed: the upstream goes by its rate, so the present one refuses nothing. */
  keepsQuote: boolean
}

export function withdrawalOf(
  asked: NewWithdrawal,
  ways: PayoutMethods,
  quote: Quote,
  { now, keepsQuote }: Moment,
  i18n: I18n,
): Review<Withdrawal> {
  const isHeld = keepsQuote && asked.rateId !== undefined
  const system = ways.systems.find(({ id }) => id === asked.system)
  if (!system) return { problems: { system: i18n.t('errors:code.system_required') } }
  const problems = problemsOf(asked, isHeld ? withoutMinimum(system) : system, ways, i18n)
  if (problems) return { problems }
  const sources = sourcesOf(asked, system, ways, quote, isHeld)
  if (typeof sources === 'string') return { problems: { amount: i18n.t(`refusals:code.${sources}`) } }
  return { review: figuresOf(asked, system, sources, now) }
}

/** A minimum is so many USD, and in another currency what they are worth at a rate. */
function withoutMinimum(system: PaymentSystem): PaymentSystem {
  return { ...system, payment: { ...system.payment, min: '0' } }
}

/** What is wrong by the system's own rules, by field in the form's order. */
function problemsOf(
  { amount, wallet, walletField }: NewWithdrawal,
  { currency, decimals, network, payment }: PaymentSystem,
  { unmet }: PayoutMethods,
  i18n: I18n,
): Record<string, string> | null {
  const missing = unmet.filter((one) => one !== 'unknown').find((one) => payment.requires.includes(one))
  const outside = outOfBoundsText(amount, { currency, decimals, ...payment }, i18n)
  const problems = {
    ...(missing && { system: i18n.t(`errors:code.${missing}_required`) }),
    ...(outside !== null && { amount: outside }),
    ...(!canBelongTo(network, wallet) && {
      [walletField]: i18n.t('refusals:code.wallet_invalid', { network }),
    }),
  }
  return Object.keys(problems).length > 0 ? problems : null
}

interface Sources extends Pick<Withdrawal, 'fromBalance' | 'bought' | 'freeAfter'> {
  missing: string
}

/** The balance of the currency first, then USDT for what it lacks; else why that can't be. */
function sourcesOf(
  { amount, rate: shown }: NewWithdrawal,
  { currency }: PaymentSystem,
  { balance }: PayoutMethods,
  quote: Quote,
  isHeld: boolean,
): Sources | 'insufficient_funds' | 'coin_unavailable' {
  const free = balance.currencies[currency]?.balance ?? '0'
  const missing = subtract(amount, free)
  if (!isPositive(missing)) {
    const freeAfter = { currency, amount: subtract(free, amount) }
    return { fromBalance: amount, missing: '0', bought: null, freeAfter }
  }
  const { items, spreadPercent, ...held } = quote
  if (currency === 'USDT') return 'insufficient_funds'
  const quoted = items.find(({ coin }) => coin === currency)
  if (!quoted?.exchangeable) return 'coin_unavailable'
  const rate = priceOf(quoted.rate, spreadPercent)
  const fromUsdt = truncate(multiply(missing, rate), scaleOf('USDT'))
  if (!isHeld && compare(fromUsdt, balance.balance) > 0) return 'insufficient_funds'
  const freeAfter = { currency: 'USDT', amount: subtract(balance.balance, fromUsdt) }
  const bought = {
    fromUsdt,
    rate,
    rateBefore: shown && isPositive(shown) && compare(shown, rate) !== 0 ? shown : null,
    spreadPercent: isPositive(spreadPercent) ? spreadPercent : null,
    ...held,
  }
  return { fromBalance: free, missing, bought, freeAfter }
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
    rate: sources.bought && sources.bought.rate,
    hours,
    expectedBy: new Date(now.getTime() + hours * hourMs).toISOString(),
    figures: [amount, currency, fee, hours, missing].join(' '),
  }
}
