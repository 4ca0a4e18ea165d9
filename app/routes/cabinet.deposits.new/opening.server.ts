import { z } from 'zod'
import { amountOf } from '~/forms/field-schemas.server'
import { type FormContext } from '~/forms/parse.server'
import { type Language } from '~/contract/languages'
import { scaleOf } from '~/money/currencies'
import { type Plan } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { balanceOf, freeOf } from '~/investments/balance.server'
import { type KnownBounds, planBounds } from '~/investments/bounds'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'
import { planName } from '~/investments/names'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { boundsShown, exampleAmount } from '~/money/shown-bounds'
import { isPositive, multiply, compare, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { errorText } from '~/locale/error-text'
import { parseAmount } from '~/money/parse'
import { decimalOf, unitsOf } from '~/investments/accrual'
import { type Review } from '~/money-forms/review.server'
import { dayMs } from '~/investments/term-progress.server'

/**
 * The form of a new deposit: the receipt of what is typed, which is the review's own calculation, and its validation and
 * review (docs/rules.md).
 */

/**
 * Validation without plans and balance: a form that was sent before must not be judged by the state that it caused.
 */
export function newDepositForm(language: Language) {
  return z
    .object({
      amount: z.string('amount_required'),
      currency: z.string('currency_required'),
      planId: z.string('plan_required'),
    })
    .transform((typed, context) => ({
      ...typed,
      amount: amountOf(typed.amount, language, scaleOf(typed.currency), context),
    }))
}

export type NewDeposit = z.output<ReturnType<typeof newDepositForm>>

/** The same form for that: no plan need be chosen, and the amount goes into the address as it was typed. */
export function receiptForm(language: Language) {
  return z
    .object({
      planId: z.string().max(128, 'invalid').optional(),
      currency: z.string('currency_required'),
      amount: z.string('amount_required'),
    })
    .superRefine(
      ({ amount, currency }, context) => void amountOf(amount, language, scaleOf(currency), context),
    )
}

/** The posted form, and a problem of its amount. */
interface WithPlan {
  form: FormData | null
  /** Why no plan takes the amount, in the reader's language; null otherwise. */
  problem: string | null
}

/**
 * The posted form with the plan that takes its amount, where none was chosen: who presses sooner than the page suggests it, or
 * has no scripts, is not asked again. The review page names the plan, and its form has it, before anything is sent.
 */
export async function withPlan({ form, i18n }: FormContext, upstream: Upstream): Promise<WithPlan> {
  const [planId, currency, typed] = ['planId', 'currency', 'amount'].map((name) => form?.get(name))
  // What is confirmed names the plan that its review has shown.
  if (!form || planId || form.has('figures') || typeof currency !== 'string' || typeof typed !== 'string')
    return { form, problem: null }
  const amount = parseAmount(typed, i18n.language, scaleOf(currency))
  if (!amount.ok) return { form, problem: null }
  const { plans } = await readDepositOptions(upstream)
  const found = planFor({ currency, amount: amount.value }, plans, i18n)
  if (!found || found.problem !== null) return { form, problem: found?.problem ?? null }
  const filled = new FormData()
  for (const [name, value] of form) if (name !== 'planId') filled.append(name, value)
  filled.set('planId', found.plan.id)
  return { form: filled, problem: null }
}

/** The plans, and the balance to open a deposit from. */
interface DepositOptions {
  plans: Plan[]
  /** How many plans could not be read. */
  leftOut?: number
  balance: Balance
}

export async function readDepositOptions(upstream: Upstream): Promise<DepositOptions> {
  const [plans, balance] = await Promise.all([upstream.settings.plans(), balanceOf(upstream)])
  return { plans: plans.items.filter(({ available }) => available), leftOut: plans.leftOut, balance }
}

/** The options of a new deposit as the form shows them, and the receipt of what is typed. */
export interface ShownDepositOptions {
  plans: ShownPlan[]
  leftOut?: number
  /** Free balances in the currencies of the plans; null if the upstream does not provide them. */
  free: { currency: string; amount: string | null }[]
  /** False if the balance is known to be empty. */
  hasMoney: boolean
  currency: string
  /** The chosen plan, or else the one that takes the amount; empty if there is none. */
  planId: string
  /** Why the typed amount can't be opened, in the reader's language; null without one. */
  problem: string | null
  /** What opening the typed amount would bring: the figures of the review page. Null until it can be calculated. */
  receipt: Opening | null
  /** Before anything is typed: the same of a small amount. */
  example: Opening | null
}

export interface ShownPlan {
  id: string
  title: string
  dailyPercent: string
  termDays: number
  /** In the currency of the form; null if the plan does not take it. */
  bounds: KnownBounds | null
  second: { percent: string; days: number } | null
}

/** What the address says of the form. */
export interface TypedDeposit {
  /** Empty if none is chosen. */
  planId: string
  currency: string
  /** As it was typed; null if it was not. */
  amount: string | null
}

/** @param now the upstream's moment, from which the term would count */
export function depositOptionsForPage(
  { plans, leftOut, balance }: DepositOptions,
  typed: TypedDeposit,
  now: Date,
  i18n: I18n,
): ShownDepositOptions {
  const { currency } = typed
  const taken = new Set(plans.flatMap((plan) => plan.currencies.filter((one) => planBounds(plan, one))))
  const inOrder = new Set([...Object.keys(balance.currencies), ...taken])
  const free = [...inOrder]
    .filter((one) => taken.has(one))
    .map((one) => ({ currency: one, amount: freeOf(balance, one) }))
  return {
    plans: plans.map((plan) => showPlan(plan, currency, i18n)),
    leftOut,
    free,
    hasMoney: free.some(({ amount }) => amount === null || isPositive(amount)),
    currency,
    ...receiptOf(typed, { plans, balance }, now, i18n),
  }
}

function showPlan(plan: Plan, currency: string, i18n: I18n): ShownPlan {
  const { id, dailyPercent, termDays, extension } = plan
  const own = planBounds(plan, currency)
  return {
    id,
    title: planName(plan, i18n),
    dailyPercent,
    termDays,
    bounds: own && boundsShown(own, currency),
    second:
      extension.days > 0
        ? { percent: multiply(dailyPercent, extension.multiplier), days: extension.days }
        : null,
  }
}

/** The plan, the problem and the figures of what is typed. */
function receiptOf(
  { planId, currency, amount: typed }: TypedDeposit,
  { plans, balance }: DepositOptions,
  now: Date,
  i18n: I18n,
): Pick<ShownDepositOptions, 'planId' | 'problem' | 'receipt' | 'example'> {
  const chosen = plans.find(({ id }) => id === planId)
  const nothing = { planId: chosen?.id ?? '', problem: null, receipt: null, example: null }
  if (typed === null) {
    const example = exampleOf(chosen ? [chosen] : plans, currency, now, i18n)
    return { ...nothing, example }
  }
  const parsed = parseAmount(typed, i18n.language, scaleOf(currency))
  if (!parsed.ok) return { ...nothing, problem: errorText(i18n, parsed.code, parsed.params) ?? '' }
  const amount = parsed.value
  const found = planFor({ currency, amount }, chosen ? [chosen] : plans, i18n)
  if (!found) return { ...nothing, problem: i18n.t('refusals:code.plan_unavailable') }
  const { plan, problem } = found
  if (problem !== null) return { ...nothing, problem }
  const free = freeOf(balance, currency)
  const isMore = free !== null && compare(amount, free) > 0
  return {
    ...nothing,
    planId: plan.id,
    problem: isMore ? i18n.t('refusals:code.insufficient_funds') : null,
    receipt: figuresOf({ planId: plan.id, currency, amount }, plan, free, now, i18n),
  }
}

/**
 * The first plan that takes an amount, or else the one whose bound it misses, with the problem in the reader's language: below
 * all plans and between two of them it is the next one's minimum, above them the last one's maximum. Null if none takes the
 * currency.
 */
function planFor(
  { currency, amount }: Pick<NewDeposit, 'currency' | 'amount'>,
  plans: readonly Plan[],
  i18n: I18n,
): { plan: Plan; problem: string | null } | null {
  const candidates = plans.flatMap((plan) => {
    const bounds = planBounds(plan, currency)
    return bounds
      ? [{ plan, problem: outOfBoundsText(amount, { currency, ...bounds }, i18n), ...bounds }]
      : []
  })
  // Plans stand in the company's order, which need not be that of their minimums.
  const [next] = candidates
    .filter(({ min }) => min !== null && compare(amount, min) < 0)
    .sort((one, other) => compare(one.min!, other.min!))
  return candidates.find(({ problem }) => problem === null) ?? next ?? candidates.at(-1) ?? null
}

/** By the first of the plans that names a minimum in the currency. */
function exampleOf(plans: readonly Plan[], currency: string, now: Date, i18n: I18n): Opening | null {
  for (const plan of plans) {
    const bounds = planBounds(plan, currency)
    const amount = bounds && exampleAmount(boundsShown(bounds, currency))
    if (amount) return figuresOf({ planId: plan.id, currency, amount }, plan, null, now, i18n)
  }
  return null
}

/** What happens on confirming, in figures. Amounts are in the deposit's currency. */
export interface Opening {
  plan: string
  currency: string
  amount: string
  dailyPercent: string
  /** Income of one day of the first term, and of all of them. */
  day: string
  income: string
  termDays: number
  lockedUntil: string
  second: { day: string; days: number } | null
  closingPays: string
  /** Null if the free balance is not known. */
  freeAfter: string | null
  /**
   * The terms that were shown. If they differ on confirming, the review is shown again. The free balance afterwards is
   * not included: every accrual changes it, but not what is confirmed. Whether the balance suffices is checked again
   * anyway.
   */
  figures: string
}

/** @param now the upstream's moment, from which the term will count */
export function openingOf(
  request: NewDeposit,
  { plans, balance }: DepositOptions,
  now: Date,
  i18n: I18n,
): Review<Opening> {
  const plan = plans.find(({ id }) => id === request.planId)
  if (!plan) return { problems: { planId: i18n.t('refusals:code.plan_unavailable') } }
  const free = freeOf(balance, request.currency)
  const problems = problemsOf(request, plan, free, i18n)
  return problems ? { problems } : { review: figuresOf(request, plan, free, now, i18n) }
}

function problemsOf(
  { currency, amount }: NewDeposit,
  plan: Plan,
  free: string | null,
  i18n: I18n,
): Record<string, string> | null {
  const bounds = planBounds(plan, currency)
  if (!bounds) return { currency: i18n.t('refusals:code.plan_unavailable') }
  const outside = outOfBoundsText(amount, { currency, ...bounds }, i18n)
  if (outside !== null) return { amount: outside }
  return free !== null && compare(amount, free) > 0
    ? { amount: i18n.t('refusals:code.insufficient_funds') }
    : null
}

function figuresOf(
  { currency, amount }: NewDeposit,
  plan: Plan,
  free: string | null,
  now: Date,
  i18n: I18n,
): Opening {
  const { dailyPercent, termDays, extension } = plan
  const scale = scaleOf(currency)
  const dayAt = (...percent: string[]) => decimalOf(unitsOf(scale, amount, ...percent, '0.01'), scale)
  const day = dayAt(dailyPercent)
  const second = { day: dayAt(dailyPercent, extension.multiplier), days: extension.days }
  return {
    plan: planName(plan, i18n),
    currency,
    amount,
    dailyPercent,
    day,
    income: multiply(day, String(termDays)),
    termDays,
    lockedUntil: new Date(now.getTime() + termDays * dayMs).toISOString(),
    second: extension.days > 0 ? second : null,
    closingPays: amount,
    freeAfter: given(free, (before) => subtract(before, amount)),
    // The form names the plan itself. During an upgrade an app of the last release confirms what this one has shown, and
    // this one what that has shown.
    figures: [amount, currency, dailyPercent, termDays, extension.days, extension.multiplier].join(' '),
  }
}
