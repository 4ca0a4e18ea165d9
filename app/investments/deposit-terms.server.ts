import { type Deposit } from '~/contract/funds'
import { type Plan } from '~/contract/settings'
import { scaleOf } from '~/money/currencies'
import { compare, divide, divideUp, multiply } from '~/money/decimal'
import { decimalOf, unitsOf } from './accrual'
import { canBeClosed } from './closing'
import { dayMs } from './term-progress.server'

/** When the terms of a deposit end, and what the second one is like. */
export interface DepositTerms {
  /** Null if it is not known. */
  firstEndsAt: string | null
  /** Null without a second term, or if its length is not known. */
  secondEndsAt: string | null
  /** `unknown` if neither the deposit nor its plan tells, or the percentage is not known. */
  second: SecondTerm | 'none' | 'unknown'
  /**
   * Whether the second term is that of the plan as it is offered now. A deposit keeps the terms agreed when it was opened,
   * but an upstream may not send them.
   */
  isOfPlan: boolean
}

interface SecondTerm {
  days: number
  percent: string
  /** What one day of it credits, in the deposit's currency. */
  day: string
}

/** @param plans those on offer; null if they could not be read */
export function depositTerms(deposit: Deposit, plans: readonly Plan[] | null): DepositTerms {
  const firstEndsAt = firstEndOf(deposit)
  const planned = planOf(deposit, plans ?? [])?.extension
  const ofPlan = planned && !isContradicted(deposit, planned) ? planned : undefined
  const days = (deposit.extension ?? ofPlan)?.days
  const secondEndsAt = firstEndsAt && days ? after(firstEndsAt, days) : null
  return {
    firstEndsAt,
    secondEndsAt: deposit.term === 2 ? deposit.endsAt : secondEndsAt,
    ...secondTerm(deposit, ofPlan, firstEndsAt),
  }
}

/** What is agreed comes before what is paid now, and that before what the plan says now. */
function secondTerm(
  deposit: Deposit,
  ofPlan: Plan['extension'] | undefined,
  firstEndsAt: string | null,
): Pick<DepositTerms, 'second' | 'isOfPlan'> {
  if (deposit.extension) return { second: secondOf(deposit, deposit.extension), isOfPlan: false }
  const second = secondOf(deposit, ofPlan)
  const running = deposit.term === 2 ? runningSecond(deposit, firstEndsAt) : null
  if (running) {
    // The percentage of few units of a currency is known better by the plan, whose day pays the same.
    const percent = typeof second === 'object' ? second.percent : running.percent
    return { second: { ...running, percent }, isOfPlan: false }
  }
  return { second, isOfPlan: second !== 'unknown' }
}

function firstEndOf({ term, termDays, startedAt, endsAt }: Deposit): string | null {
  if (startedAt !== null && termDays !== null) return after(startedAt, termDays)
  return term === 1 ? endsAt : null
}

const after = (iso: string, days: number) => new Date(Date.parse(iso) + days * dayMs).toISOString()

/**
 * The plan's minimum at opening. A minimum above the amount must be in another, unknown currency, so it is ignored.
 */
export function minimumOf({ min, amount }: Pick<Deposit, 'min' | 'amount'>): string | null {
  return min !== null && compare(min, amount) <= 0 ? min : null
}

/** The plan that it was opened on: by its id, else the only one of its name or, without one, of its tariff. */
function planOf({ plan }: Deposit, plans: readonly Plan[]): Plan | undefined {
  if (plan.id !== null) return plans.find(({ id }) => id === plan.id)
  const isIts = ({ title, tariff }: Plan) =>
    plan.title === null || title === null
      ? tariff === plan.tariff && tariff !== 'unknown'
      : title.toLowerCase() === plan.title.toLowerCase()
  const [one, ...others] = plans.filter(isIts)
  return others.length === 0 ? one : undefined
}

function secondOf(
  { amount, currency, dailyPercent }: Deposit,
  extension: Plan['extension'] | undefined,
): DepositTerms['second'] {
  if (extension?.days === 0) return 'none'
  if (!extension || dailyPercent === null) return 'unknown'
  const { days, multiplier } = extension
  const scale = scaleOf(currency)
  return {
    days,
    percent: multiply(dailyPercent, multiplier),
    day: decimalOf(unitsOf(scale, amount, dailyPercent, multiplier, '0.01'), scale),
  }
}

/** The second term that a deposit is in, by what it earns and when it ends; null if it lacks one of these. */
function runningSecond(
  { amount, currency, nextAccrual, endsAt }: Deposit,
  firstEndsAt: string | null,
): SecondTerm | null {
  if (firstEndsAt === null || endsAt === null || nextAccrual === null) return null
  const days = Math.round((Date.parse(endsAt) - Date.parse(firstEndsAt)) / dayMs)
  const percent = percentOf(nextAccrual, amount, scaleOf(currency))
  return days > 0 && percent !== null ? { days, percent, day: nextAccrual } : null
}

/** More than a percentage and its multiplier have together. */
const maxPercentDecimals = 6

/**
 * The shortest percentage of an amount that a day's income is, which an upstream may have cut or rounded; null if none is as
 * short as percentages are.
 */
function percentOf(day: string, amount: string, scale: number): string | null {
  if (compare(amount, '0') <= 0) return null
  const [hundredfold, units] = [multiply(day, '100'), unitsOf(scale, day)]
  for (let decimals = 0; decimals <= maxPercentDecimals; decimals++) {
    for (const percent of [divideUp, divide].map((of) => of(hundredfold, amount, decimals))) {
      const difference = unitsOf(scale, amount, percent, '0.01') - units
      if (difference >= -1n && difference <= 1n) return percent
    }
  }
  return null
}

/**
 * Whether what a deposit is in disproves what its plan says of the second term now. If the upstream does not name the term, one
 * that earns and can be closed may be in its second.
 */
function isContradicted(deposit: Deposit, extension: Plan['extension']): boolean {
  const { status, term, nextAccrual } = deposit
  const isRunning = status === 'in_progress'
  if (extension.days === 0) return term === 2 || (isRunning && term === null && canBeClosed(deposit))
  // It waits after its first term, since it has no second one.
  if (status === 'awaiting_completion' && term === 1) return true
  const second = secondOf(deposit, extension)
  if (!isRunning || term !== 2 || nextAccrual === null || typeof second !== 'object') return false
  return compare(nextAccrual, second.day) !== 0
}
