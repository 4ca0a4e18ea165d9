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
import { boundsShown } from '~/money/shown-bounds'
import { isPositive, multiply, add, compare, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { errorText } from '~/locale/error-text'
import { parseAmount } from '~/money/parse'
import { accruedBy, decimalOf, type Terms, unitsOf } from '~/investments/accrual'
import { type Review } from '~/money-forms/review.server'
import { dayMs } from '~/investments/term-progress.server'

/**
 * The form of a new deposit: its preview of an amount on each plan, calculated as on the public calculator, and its
 * validation and review (docs/rules.md).
 */

/**
 * Validation without plans and balance: a form that was sent before must not be judged by the state that it caused.
 */
export function newDepositForm(language: Language) {
  return z
    .object({
      planId: z.string('plan_required'),
      currency: z.string('currency_required'),
      amount: z.string('amount_required'),
    })
    .transform((typed, context) => ({
      ...typed,
      amount: amountOf(typed.amount, language, scaleOf(typed.currency), context),
    }))
}

export type NewDeposit = z.output<ReturnType<typeof newDepositForm>>

/** Whether the form only requests a preview of an amount: the answer has its own address. */
export const wantsProspect = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('prospect') ?? false

/** The same form for that: no plan need be chosen, and the amount goes into the address as it was typed. */
export function prospectForm(language: Language) {
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

/** The options of a new deposit as the form shows them. */
export interface ShownDepositOptions {
  plans: ShownPlan[]
  leftOut?: number
  /** Free balances in the currencies of the plans; null if the upstream does not provide them. */
  free: { currency: string; amount: string | null }[]
  /** False if the balance is known to be empty. */
  hasMoney: boolean
  /** The requested preview. `value`: the amount as a decimal string, if it is valid. */
  request: Question & { value: Answers['amount']; problem: Answers['problem'] }
}

export interface ShownPlan {
  id: string
  title: string
  dailyPercent: string
  termDays: number
  bounds: (KnownBounds & { currency: string })[]
  second: { percent: string; days: number } | null
  /** The preview of the requested amount; null without one. */
  prospect: Prospect | null
}

/** @param question the amount to preview on each plan */
export function depositOptionsForPage(
  { plans, leftOut, balance }: DepositOptions,
  question: Question,
  i18n: I18n,
): ShownDepositOptions {
  const { byPlan, problem, amount } = answersTo(question, plans, i18n)
  const taken = new Set(
    plans.flatMap((plan) => plan.currencies.filter((currency) => planBounds(plan, currency))),
  )
  const inOrder = new Set([...Object.keys(balance.currencies), ...taken])
  const free = [...inOrder]
    .filter((currency) => taken.has(currency))
    .map((currency) => ({ currency, amount: freeOf(balance, currency) }))
  return {
    plans: plans.map((plan) => ({ ...showPlan(plan, i18n), prospect: byPlan[plan.id] ?? null })),
    leftOut,
    request: { ...question, value: amount, problem },
    free,
    hasMoney: free.some(({ amount }) => amount === null || isPositive(amount)),
  }
}

function showPlan(plan: Plan, i18n: I18n): Omit<ShownPlan, 'prospect'> {
  const { id, dailyPercent, termDays, currencies, extension } = plan
  return {
    id,
    title: planName(plan, i18n),
    dailyPercent,
    termDays,
    bounds: currencies.flatMap((currency) => {
      const own = planBounds(plan, currency)
      return own ? [{ currency, ...boundsShown(own, currency) }] : []
    }),
    second:
      extension.days > 0
        ? { percent: multiply(dailyPercent, extension.multiplier), days: extension.days }
        : null,
  }
}

/** The query of the address. */
interface Question {
  currency: string
  /** As it was typed; null without a query. */
  amount: string | null
}

interface Answers {
  /** The error of the amount, in the reader's language. */
  problem: string | null
  /** The amount as a decimal string; null if it is not usable. */
  amount: string | null
  /** By the plan's id. */
  byPlan: Record<string, Prospect>
}

/** Amounts are in the requested currency. */
type Prospect =
  | { isTaken: true; day: string; first: IncomePreview; both: IncomePreview | null }
  /** The plan does not take this amount, or this currency; `why` in the reader's words. */
  | { isTaken: false; why: string }

/** Net income by the end of so many days, and with the principal. */
export interface IncomePreview {
  days: number
  net: string
  total: string
}

export function answersTo(
  { currency, amount: typed }: Question,
  plans: readonly Plan[],
  i18n: I18n,
): Answers {
  if (typed === null) return { problem: null, amount: null, byPlan: {} }
  const parsed = parseAmount(typed, i18n.language, scaleOf(currency))
  if (!parsed.ok)
    return { problem: errorText(i18n, parsed.code, parsed.params) ?? '', amount: null, byPlan: {} }
  const byPlan = plans.map((plan) => [plan.id, prospectOf(plan, currency, parsed.value, i18n)])
  return { problem: null, amount: parsed.value, byPlan: Object.fromEntries(byPlan) as Answers['byPlan'] }
}

function prospectOf(plan: Plan, currency: string, amount: string, i18n: I18n): Prospect {
  const bounds = planBounds(plan, currency)
  if (!bounds) return { isTaken: false, why: i18n.t('refusals:code.plan_unavailable') }
  const why = outOfBoundsText(amount, { currency, ...bounds }, i18n)
  if (why !== null) return { isTaken: false, why }
  const { dailyPercent, termDays, extension } = plan
  const terms: Terms = {
    percent: dailyPercent,
    days: termDays,
    multiplier: extension.multiplier,
    restDays: extension.days,
  }
  const scale = scaleOf(currency)
  const netBy = (days: number) => decimalOf(accruedBy(days, amount, scale, terms), scale)
  const previewBy = (days: number) => ({ days, net: netBy(days), total: add(amount, netBy(days)) })
  return {
    isTaken: true,
    day: netBy(1),
    first: previewBy(termDays),
    both: extension.days > 0 ? previewBy(termDays + extension.days) : null,
  }
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
    figures: [amount, currency, dailyPercent, termDays, extension.days, extension.multiplier].join(' '),
  }
}
