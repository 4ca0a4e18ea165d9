import { z } from 'zod'
import { type PaymentSystem } from '~/contract/settings'
import { amountOf } from '~/forms/field-schemas.server'
import { type I18n } from '~/locale/create'
import { errorText } from '~/locale/error-text'
import { type Language } from '~/contract/languages'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'
import { widestScale } from '~/money/currencies'
import { boundsShown, exampleAmount } from '~/money/shown-bounds'
import { parseAmount } from '~/money/parse'
import { type Outcome } from '~/money-forms/types'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/**
 * Validation without the payment systems: a form that was sent before keeps its outcome, even if its system has changed
 * since.
 */
export function newTopUpForm(language: Language) {
  return z
    .object({ system: z.string('system_required'), amount: z.string('amount_required') })
    .transform(({ system, amount }, context) => ({
      system,
      amount: amountOf(amount, language, widestScale, context),
    }))
}

/** The same form for its receipt: the amount goes into the address as it was typed. */
export function receiptForm(language: Language) {
  return z
    .object({ system: z.string('system_required'), amount: z.string('amount_required') })
    .superRefine(({ amount }, context) => void amountOf(amount, language, widestScale, context))
}

type TopUp = z.output<ReturnType<typeof newTopUpForm>>

/** The current errors, by field; the bounds and decimals are those of the chosen system. */
export function topUpProblems(
  { system: id, amount }: TopUp,
  systems: readonly PaymentSystem[],
  i18n: I18n,
): Record<string, string> | null {
  const system = systems.find((one) => one.id === id)
  if (!system) return { system: i18n.t('refusals:code.system_required') }
  const { currency, decimals, refill } = system
  const outside = outOfBoundsText(amount, { currency, decimals, ...refill }, i18n)
  return outside === null ? null : { amount: outside }
}

export interface TypedTopUp {
  /** Empty if none is chosen. */
  system: string
  /** As it was typed; null if it was not. */
  amount: string | null
}

/** What the typed amount comes to. */
export interface TopUpReceipt {
  /** Why the amount can't be topped up, in the reader's language; null without one. */
  problem: string | null
  /** What has to be sent; null until it is known. */
  amount: string | null
  /** Before anything is typed: an amount that can be topped up. */
  example: string | null
}

/** The receipt of what is typed, by the rules of the form itself. */
export function topUpReceiptOf(
  { system, amount: typed }: TypedTopUp,
  systems: readonly PaymentSystem[],
  i18n: I18n,
): TopUpReceipt {
  const nothing = { problem: null, amount: null, example: null }
  const chosen = systems.find(({ id }) => id === system)
  if (!typed) return { ...nothing, example: chosen ? exampleOf(chosen) : null }
  const parsed = parseAmount(typed, i18n.language, widestScale)
  if (!parsed.ok) return { ...nothing, problem: errorText(i18n, parsed.code, parsed.params) ?? '' }
  const problems = topUpProblems({ system, amount: parsed.value }, systems, i18n)
  if (problems) return { ...nothing, problem: problems['amount'] ?? null }
  return { ...nothing, amount: parsed.value }
}

const exampleOf = ({ refill, currency }: PaymentSystem) => exampleAmount(boundsShown(refill, currency))

/**
 * An upstream limits the number of open requests, since each holds an address. An investor over the limit sees their
 * open requests, and for how long each one counts.
 */
export async function whatIsOpen(
  outcome: Outcome,
  upstream: Pick<Upstream, 'refills'>,
  { t, duration }: Pick<I18n, 't' | 'duration'>,
): Promise<string | undefined> {
  if (outcome.kind !== 'refused' || outcome.failure.kind !== 'rate_limited') return undefined
  const { retryAfter } = outcome.failure
  const open = await panel(upstream.refills.list({ status: 'pending', limit: 1 }))
  if (retryAfter === undefined || !open?.total) return undefined
  return t('refusals:topUp.open', { count: open.total, time: duration(retryAfter * 1000) })
}
