import { data } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type Language } from '~/contract/languages'
import { type PaymentSystem } from '~/contract/settings'
import { amountOf } from '~/forms/field-schemas.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { balanceOf } from '~/investments/balance.server'
import { outOfBoundsText } from '~/investments/out-of-bounds.server'
import { type Quote, readRates } from '~/investments/quote.server'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { errorText } from '~/locale/error-text'
import { widestScale } from '~/money/currencies'
import { parseAmount } from '~/money/parse'
import { boundsShown, exampleAmount } from '~/money/shown-bounds'
import { panel } from '~/upstream/panel.server'
import { type PayoutMethods, payingSystems } from './options.server'
import { type WithdrawalFigures, figuresOf, sourcesOf } from './withdrawal.server'

/** The receipt of an amount before a wallet is chosen: the review's own calculation, and nothing is stored. */
export interface WithdrawalReceipt {
  /** Why the amount can't be withdrawn, in the reader's language; null without one. */
  problem: string | null
  /** The figures of the review page; null until they can be calculated. */
  figures: WithdrawalFigures | null
  /** Before anything is typed: the figures of an amount that the balance of its currency pays. */
  example: WithdrawalFigures | null
}

export interface TypedWithdrawal {
  /** Empty if none is chosen. */
  system: string
  /** As it was typed; null if it was not. */
  amount: string | null
}

type Methods = Pick<PayoutMethods, 'systems' | 'balance'>

/** @param quote null if the rates can't be read now: an amount that needs none has its receipt all the same */
export function withdrawalReceiptOf(
  { system: id, amount: typed }: TypedWithdrawal,
  methods: Methods,
  quote: Quote | null,
  now: Date,
  i18n: I18n,
): WithdrawalReceipt {
  const nothing = { problem: null, figures: null, example: null }
  const system = methods.systems.find((one) => one.id === id)
  if (!typed) return { ...nothing, example: given(system ?? null, (one) => exampleOf(one, now)) }
  const parsed = parseAmount(typed, i18n.language, widestScale)
  if (!parsed.ok) return { ...nothing, problem: errorText(i18n, parsed.code, parsed.params) ?? '' }
  const amount = parsed.value
  if (!system) return nothing
  const { currency, decimals, payment } = system
  const outside = outOfBoundsText(amount, { currency, decimals, ...payment }, i18n)
  if (outside !== null) return { ...nothing, problem: outside }
  const sources = sourcesOf({ amount }, system, methods, quote ?? withoutRates, false)
  if (sources === 'coin_unavailable' && !quote) return nothing
  if (typeof sources === 'string') return { ...nothing, problem: i18n.t(`refusals:code.${sources}`) }
  return { ...nothing, figures: figuresOf(amount, system, sources, { now, restsUntil: null }) }
}

function exampleOf(system: PaymentSystem, now: Date): WithdrawalFigures | null {
  const amount = exampleAmount(boundsShown(system.payment, system.currency))
  if (amount === null) return null
  const sources = { fromBalance: amount, missing: '0', bought: null, freeAfter: null }
  return figuresOf(amount, system, sources, { now, restsUntil: null })
}

const withoutRates: Quote = { rateId: null, items: [], spreadPercent: '0', expiresAt: null, holdsMs: null }

/** The same at the current rates, which are read only where they are needed. */
export async function readReceipt(
  context: RequestContext,
  typed: TypedWithdrawal,
  methods: Methods,
): Promise<WithdrawalReceipt> {
  const { upstream, i18n } = context
  const currency = methods.systems.find(({ id }) => id === typed.system)?.currency
  const needsRates = typed.amount && currency !== undefined && currency !== 'USDT'
  const quote = needsRates ? await panel(readRates(context)) : null
  return withdrawalReceiptOf(typed, methods, quote, upstream.now(), i18n)
}

function receiptForm(language: Language) {
  return z
    .object({ system: z.string('system_required'), amount: z.string('amount_required') })
    .superRefine(({ amount }, context) => void amountOf(amount, language, widestScale, context))
}

/** The form again, with the receipt or the errors. What was typed is in no address: a wallet may be among it. */
export async function answerReceipt(context: RequestContext) {
  const { upstream, i18n } = context
  const form = await parseForm(context, receiptForm(i18n.language))
  if (!form.ok) return invalid(form)
  const [{ items: systems }, balance] = await Promise.all([payingSystems(upstream), balanceOf(upstream)])
  if (!systems.some(({ id }) => id === form.value.system))
    return invalid(form, { fields: { system: i18n.t('refusals:code.system_required') } })
  const receipt = await readReceipt(context, form.value, { systems, balance })
  if (receipt.problem !== null) return invalid(form, { fields: { amount: receipt.problem } })
  return data({ receipt, lastResult: form.source.submission.reply(), submission: undefined })
}
