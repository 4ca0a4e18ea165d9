import { z } from 'zod'
import { stepUpFields } from '~/forms/step-up-field.server'
import { amountOf } from '~/forms/field-schemas.server'
import { type Language } from '~/contract/languages'
import { widestScale, scaleOf } from '~/money/currencies'
import { plainDecimal } from '~/money/parse'
import { type PaymentSystem } from '~/contract/settings'
import { type Review } from '~/money-forms/review.server'
import { type Quote, priceOf } from '~/investments/quote.server'
import { type I18n } from '~/locale/create'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'
import { compare, isPositive, multiply, subtract, truncate } from '~/money/decimal'
import { canBelongTo } from '~/formats/wallet-address.server'
import { walletInvalidText } from '~/locale/error-text'
import { freeOf } from '~/investments/balance.server'
import { given } from '~/locale/given'
import { type PayoutMethods, feeOf } from './options.server'

/** Checked even if other fields have errors, so that the reader sees all errors at once. */
const always = () => true

/**
 * Validation without systems and balance: a form that was sent before must not be judged by the state that it caused.
 */
export function newWithdrawalForm(language: Language) {
  return z
    .object({
      system: z.string('system_required'),
      amount: z.string('amount_required'),
      /** A saved wallet that was chosen, or an address that was typed: either is enough, both must be one. */
      saved: z.string().max(256, 'too_long').optional(),
      wallet: z.string().trim().max(256, 'too_long').optional(),
      /** The quote of the review page, and its price, which is only shown next to a newer one. */
      rateId: z.string().max(128, 'invalid').optional(),
      rate: z.string().regex(plainDecimal).optional().catch(undefined),
      ...stepUpFields,
    })
    .refine(({ saved, wallet }) => saved || wallet, {
      path: ['wallet'],
      error: 'wallet_required',
      when: always,
    })
    .refine(({ saved, wallet }) => !saved || !wallet || saved === wallet, {
      path: ['wallet'],
      error: 'wallet_twice',
      when: always,
    })
    .transform(({ saved = '', ...typed }, context) => ({
      ...typed,
      wallet: typed.wallet || saved,
      /** The field that the address comes from, and that shows its errors. */
      walletField: typed.wallet || !saved ? ('wallet' as const) : ('saved' as const),
      amount: amountOf(typed.amount, language, widestScale, context),
    }))
}

export type NewWithdrawal = z.output<ReturnType<typeof newWithdrawalForm>>

/** A withdrawal, reviewed before it is requested: its errors and its effect (docs/rules.md). */

const hourMs = 3_600_000

/** The USDT that cover what the balance lacks: how much, at which rate, and for how long the quote fixes it. */
interface Bought extends Pick<Quote, 'rateId' | 'expiresAt' | 'holdsMs'> {
  fromUsdt: string
  /** USDT for one of the currency, spread included. */
  rate: string
  /** The price of the previous page, if it was another. */
  rateBefore: string | null
  /** Null: there is no spread. */
  spreadPercent: string | null
}

/** What an amount comes to. Amounts are in the system's currency by default. */
export interface WithdrawalFigures {
  network: string | null
  currency: string
  amount: string
  /** Null: there is no fee. Undefined: the upstream does not provide it. */
  fee: string | null | undefined
  /** Null if it is not known. */
  net: string | null
  fromBalance: string
  /** The missing part of the currency's balance, in USDT at a rate, if there is one. */
  bought: Bought | null
  /** The price of the purchase; null if nothing is bought. */
  rate: string | null
  hours: number
  expectedBy: string
  /** Null if the free balance is not known. */
  freeAfter: { currency: string; amount: string } | null
}

/** The effect of confirming, in figures. */
export interface Withdrawal extends WithdrawalFigures {
  wallet: string
  /** Until when it rests, because the address is new, in words: these texts are not among the browser's. */
  rest: { until: string; term: string; note: string } | null
  /**
   * The amount, the fee and the exchanged amount, as shown. If they differ on confirming, the review is shown again.
   * The free balance afterwards is not included: every accrual changes it, but not what is confirmed. Whether the
   * balance suffices is checked again anyway.
   */
  figures: string
}

interface Moment {
  /** The upstream's. */
  now: Date
  /** A shown quote is being confirmed: the upstream uses its rate, so the present rate causes no errors. */
  keepsQuote: boolean
  /** Until when it rests, because the address is new; null: it does not. */
  restsUntil: string | null
}

export function withdrawalOf(
  request: NewWithdrawal,
  methods: PayoutMethods,
  quote: Quote,
  { now, keepsQuote, restsUntil }: Moment,
  i18n: I18n,
): Review<Withdrawal> {
  const isHeld = keepsQuote && request.rateId !== undefined
  const system = methods.systems.find(({ id }) => id === request.system)
  if (!system) return { problems: { system: i18n.t('refusals:code.system_required') } }
  const problems = problemsOf(request, isHeld ? withoutMinimum(system) : system, methods, i18n)
  if (problems) return { problems }
  const sources = sourcesOf(request, system, methods, quote, isHeld)
  if (typeof sources === 'string') return { problems: { amount: i18n.t(`refusals:code.${sources}`) } }
  return { review: reviewOf(request, system, sources, { now, restsUntil }, i18n) }
}

/** A minimum is in USD; in another currency it is their worth at a rate. */
function withoutMinimum(system: PaymentSystem): PaymentSystem {
  return { ...system, payment: { ...system.payment, min: null } }
}

/** The errors by the payment system's own rules, by field in the form's order. */
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
    ...(network !== null &&
      !canBelongTo(network, wallet) && {
        [walletField]: walletInvalidText(i18n, network),
      }),
  }
  return Object.keys(problems).length > 0 ? problems : null
}

interface Sources extends Pick<Withdrawal, 'fromBalance' | 'bought' | 'freeAfter'> {
  missing: string
}

/** The balance of the currency first, then USDT for the missing part; else the error. */
export function sourcesOf(
  { amount, rate: shown }: Pick<NewWithdrawal, 'amount' | 'rate'>,
  { currency }: PaymentSystem,
  { balance }: Pick<PayoutMethods, 'balance'>,
  quote: Quote,
  isHeld: boolean,
): Sources | 'insufficient_funds' | 'coin_unavailable' {
  const free = freeOf(balance, currency)
  // Then only the upstream knows which balance pays.
  if (free === null) return { fromBalance: amount, missing: '0', bought: null, freeAfter: null }
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
  const freeUsdt = freeOf(balance, 'USDT')
  if (!isHeld && freeUsdt !== null && compare(fromUsdt, freeUsdt) > 0) return 'insufficient_funds'
  const freeAfter = given(freeUsdt, (usdt) => ({ currency: 'USDT', amount: subtract(usdt, fromUsdt) }))
  const bought = {
    fromUsdt,
    rate,
    rateBefore: shown && isPositive(shown) && compare(shown, rate) !== 0 ? shown : null,
    spreadPercent: isPositive(spreadPercent) ? spreadPercent : null,
    ...held,
  }
  return { fromBalance: free, missing, bought, freeAfter }
}

function reviewOf(
  { amount, wallet }: NewWithdrawal,
  system: PaymentSystem,
  sources: Sources,
  { now, restsUntil }: Pick<Moment, 'now' | 'restsUntil'>,
  { t }: I18n,
): Withdrawal {
  const { fee, hours } = system.payment
  return {
    ...figuresOf(amount, system, sources, { now, restsUntil }),
    wallet,
    rest:
      restsUntil === null
        ? null
        : { until: restsUntil, term: t('refusals:pause.review.term'), note: t('refusals:pause.review.note') },
    figures: [amount, system.currency, fee, hours, sources.missing].join(' '),
  }
}

/** What an amount comes to, from these sources. */
export function figuresOf(
  amount: string,
  { network, currency, payment }: PaymentSystem,
  { missing: _, ...sources }: Sources,
  { now, restsUntil }: Pick<Moment, 'now' | 'restsUntil'>,
): WithdrawalFigures {
  const { fee, hours } = payment
  const rested = restsUntil === null ? 0 : Date.parse(restsUntil)
  return {
    network,
    currency,
    amount,
    fee: feeOf(payment),
    net: given(fee, (kept) => subtract(amount, kept)),
    ...sources,
    rate: sources.bought && sources.bought.rate,
    hours,
    expectedBy: new Date(Math.max(now.getTime() + hours * hourMs, rested)).toISOString(),
  }
}
