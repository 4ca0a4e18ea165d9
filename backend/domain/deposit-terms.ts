/**
 * The life of a deposit (docs/rules.md). Invariants: the k-th accrual is due at the start + k × 24 h and pays the
 * same cut figure each day of a term, never compounded; a deposit can't be closed in its first term; after the last
 * accrual of the second it waits, earning nothing. All lengths and percentages are the deposit's own, frozen at opening.
 */
import { dayMs } from '../clock'
import { cut } from './currencies'
import { type Decimal, add, multiply, percentOf } from './decimal'

/** The terms agreed at the opening. */
export interface DepositTerms {
  currency: string
  amount: Decimal
  dailyPercent: Decimal
  termDays: number
  extensionDays: number
  extensionMultiplier: Decimal
  startedAt: Date
}

/** How far it has come. */
export interface DepositProgress {
  status: 'in_progress' | 'awaiting_completion' | 'closed'
  term: number
  /** The k of the last accrual. */
  accruals: number
  accrued: Decimal
  accruedUsdt: Decimal
  nextAccrualAt: Date | null
}

export type DepositState = DepositTerms & DepositProgress

export const accrualDueAt = ({ startedAt }: Pick<DepositTerms, 'startedAt'>, k: number): Date =>
  new Date(startedAt.getTime() + k * dayMs)

/** Income of day k in the deposit's currency; 0 beyond the last day. */
export function dayIncome(terms: DepositTerms, k: number): Decimal {
  const { amount, dailyPercent, termDays, extensionDays, extensionMultiplier, currency } = terms
  if (k < 1 || k > termDays + extensionDays) return '0'
  const percent = k <= termDays ? dailyPercent : multiply(dailyPercent, extensionMultiplier)
  return cut(percentOf(amount, percent), currency)
}

/** A deposit that has just been opened. */
export const opened = (terms: DepositTerms): DepositProgress => ({
  status: 'in_progress',
  term: 1,
  accruals: 0,
  accrued: '0',
  accruedUsdt: '0',
  nextAccrualAt: accrualDueAt(terms, 1),
})

/** The state after its next accrual, which was credited as `creditedUsdt`. Throws when none is due any more. */
export function afterAccrual(state: DepositState, creditedUsdt: Decimal): DepositProgress {
  if (state.status !== 'in_progress') throw new Error(`a deposit that is ${state.status} earns nothing`)
  const k = state.accruals + 1
  const last = k >= state.termDays + state.extensionDays
  return {
    status: last ? 'awaiting_completion' : 'in_progress',
    term: k >= state.termDays && state.extensionDays > 0 ? 2 : 1,
    accruals: k,
    accrued: add(state.accrued, dayIncome(state, k)),
    accruedUsdt: add(state.accruedUsdt, creditedUsdt),
    nextAccrualAt: last ? null : accrualDueAt(state, k + 1),
  }
}

/** From the end of the first term on, until it is closed. */
export const canClose = ({ status, accruals, termDays }: DepositState): boolean =>
  status !== 'closed' && accruals >= termDays

export interface DepositFigures {
  /** End of the present term. */
  endsAt: Date
  nextAccrualAt: Date | null
  /** The amount of the next accrual, in the deposit's currency. */
  nextAccrual: Decimal | null
  /** The total income of the present term. */
  income: Decimal
  total: Decimal
  canClose: boolean
  closingPays: Decimal
}

/** The figures that the investor is shown, in the deposit's currency. */
export function depositFigures(state: DepositState): DepositFigures {
  const { amount, term, termDays, extensionDays, accruals, accrued, nextAccrualAt } = state
  const [days, end] = term === 1 ? [termDays, termDays] : [extensionDays, termDays + extensionDays]
  return {
    endsAt: accrualDueAt(state, end),
    nextAccrualAt,
    nextAccrual: nextAccrualAt && dayIncome(state, accruals + 1),
    income: multiply(dayIncome(state, end), String(days)),
    total: add(amount, accrued),
    canClose: canClose(state),
    closingPays: amount,
  }
}
