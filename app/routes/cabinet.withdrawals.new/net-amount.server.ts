import { data } from '@remix-run/node'
import { z } from 'zod'
import { type PaymentSystem } from '~/contract/settings'
import { amountOf } from '~/forms/field-schemas.server'
import { type FormContext, invalid, parseForm } from '~/forms/parse.server'
import { type I18n } from '~/locale/create'
import { type Language } from '~/contract/languages'
import { outOfBoundsText } from '~/investments/bounds'
import { widestScale } from '~/money/currencies'
import { isPositive, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { payingSystems } from './payout-methods.server'

/** What would arrive of an amount, for whoever only wants to know: no wallet need be chosen, and nothing is kept. */
export interface NetAmountPreview {
  /** As it was asked; amounts are in this currency. */
  currency: string
  amount: string
  /** Null: there is none. */
  fee: string | null
  net: string
}

/** Whether the form only asks that. */
export const wantsNetAmount = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('arrival') ?? false

function arrivalForm(language: Language) {
  return z
    .object({ system: z.string('system_required'), amount: z.string('amount_required') })
    .transform(({ system, amount }, context) => ({
      system,
      amount: amountOf(amount, language, widestScale, context),
    }))
}

/** The form again with all that was typed, and with the answer or what is wrong. */
export async function answerNetAmount(context: FormContext, upstream: Upstream) {
  const form = await parseForm(context, arrivalForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  const looked = netAmountPreviewOf(form.value, await payingSystems(upstream), context.i18n)
  if ('problems' in looked) return invalid(form, { fields: looked.problems })
  const { arrival } = looked
  return data({ arrival, lastResult: form.source.submission.reply(), submission: undefined })
}

export function netAmountPreviewOf(
  asked: { system: string; amount: string },
  systems: readonly PaymentSystem[],
  i18n: I18n,
): { arrival: NetAmountPreview } | { problems: Record<string, string> } {
  const system = systems.find(({ id }) => id === asked.system)
  if (!system) return { problems: { system: i18n.t('errors:code.system_required') } }
  const { currency, decimals, payment } = system
  const outside = outOfBoundsText(asked.amount, { currency, decimals, ...payment }, i18n)
  if (outside !== null) return { problems: { amount: outside } }
  const fee = isPositive(payment.fee) ? payment.fee : null
  return { arrival: { currency, amount: asked.amount, fee, net: subtract(asked.amount, payment.fee) } }
}
