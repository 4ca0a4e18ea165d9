import { type Complete } from '~/contract/reading'
import { type Deposit } from '~/contract/funds'
import { Tariff } from '~/contract/settings'
import { depositFigures } from '../domain/deposit-terms'
import { type DepositRow } from './accruals'
import { type Language } from '~/contract/languages'

/** A deposit as the contract shows it. */
export function depositView(row: DepositRow, language: Language): Complete<typeof Deposit> {
  const figures = depositFigures(row)
  return {
    id: row.id,
    plan: { id: row.planId, tariff: Tariff.parse(row.tariff), title: row.planTitle[language] },
    currency: row.currency,
    amount: row.amount,
    min: row.min,
    dailyPercent: row.dailyPercent,
    term: row.term === 2 ? 2 : 1,
    termDays: row.termDays,
    extension: { days: row.extensionDays, multiplier: row.extensionMultiplier },
    startedAt: row.startedAt.toISOString(),
    endsAt: figures.endsAt.toISOString(),
    nextAccrualAt: figures.nextAccrualAt?.toISOString() ?? null,
    nextAccrual: figures.nextAccrual,
    income: figures.income,
    accrued: row.accrued,
    accruedUsdt: row.accruedUsdt,
    total: figures.total,
    status: row.status,
    canClose: figures.canClose,
    closingPays: figures.closingPays,
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}
