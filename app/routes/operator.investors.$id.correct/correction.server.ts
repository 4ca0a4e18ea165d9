import { z } from 'zod'
import { typedDecimal } from '~/content/typed'
import { type RequestContext } from '~/context'
import { type CallAnswer } from '~/contract/call'
import { currencyScales } from '~/contract/currencies'
import { type InvestorCase, type investors } from '~/contract/extensions/operator/investors'
import { type Language } from '~/contract/languages'
import { amountOf } from '~/forms/field-schemas.server'
import { type I18n } from '~/locale/create'
import { add, compare, subtract } from '~/money/decimal'
import { scaleOf } from '~/money/currencies'
import { type Review, type Reviewed } from '~/money-forms/review.server'

/** The form of a correction, and what it does to the balance. */

export function correctionForm(language: Language) {
  return z
    .object({
      direction: z.enum(['credit', 'debit'], 'required'),
      currency: z.string('currency_required').min(1, 'currency_required').max(10, 'invalid'),
      amount: z.string('amount_required'),
      reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
    })
    .transform((typed, context) => ({
      ...typed,
      amount: amountOf(typed.amount, language, scaleOf(typed.currency), context),
    }))
}

const Filled = z.object({
  direction: z.enum(['credit', 'debit']),
  currency: z.enum(Object.keys(currencyScales)),
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
})

/** What an address fills in, such as that of a transfer that no top-up took; anything else is left to be typed. */
export function filledIn({ url, i18n }: Pick<RequestContext, 'url' | 'i18n'>): Record<string, string> {
  const found = Filled.safeParse(Object.fromEntries(url.searchParams))
  if (!found.success) return {}
  return { ...found.data, amount: typedDecimal(found.data.amount, i18n.language) }
}

export type Correction = z.output<ReturnType<typeof correctionForm>>

export interface CorrectionReview extends Reviewed, Correction {
  before: string
  after: string
  preview: CallAnswer<typeof investors.investorPreview>
}

/** What the correction does to the present balance, or why it can't be made. */
export function reviewCorrection(
  correction: Correction,
  { accounts }: Pick<InvestorCase, 'accounts'>,
  preview: CorrectionReview['preview'],
  i18n: I18n,
): Review<CorrectionReview> {
  const { direction, currency, amount } = correction
  const before = accounts.find((one) => one.currency === currency)?.balance ?? '0'
  if (direction === 'debit' && compare(amount, before) > 0)
    return { problems: { amount: i18n.t('refusals:code.insufficient_funds') } }
  const after = direction === 'debit' ? subtract(before, amount) : add(before, amount)
  return { review: { ...correction, before, after, preview, figures: `${before} ${after} ${currency}` } }
}
