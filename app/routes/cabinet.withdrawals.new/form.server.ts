import { z } from 'zod'
import { currentPasswordFields } from '~/forms/current-password-field.server'
import { amountOf } from '~/forms/field-schemas.server'
import { type Language } from '~/contract/languages'
import { widestScale } from '~/money/currencies'
import { plainDecimal } from '~/money/parse'

/** Whatever else is wrong: the reader is told of everything at once. */
const always = () => true

/**
 * What was asked for, as far as it can be judged without looking at systems and balance: a form that has been sent
 * already is not measured again by the state that it made.
 */
export function newWithdrawalForm(language: Language) {
  return z
    .object({
      system: z.string('system_required'),
      amount: z.string('amount_required'),
      /** A saved wallet that was chosen, or an address that was typed: either is enough, both must be one. */
      saved: z.string().max(256, 'too_long').optional(),
      wallet: z.string().trim().max(256, 'too_long').optional(),
      /** The quote that the review page showed, and the price in it, to be shown beside another one. */
      rateId: z.string().max(64, 'invalid').optional(),
      rate: z.string().regex(plainDecimal).optional().catch(undefined),
      ...currentPasswordFields,
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
      /** Where the address comes from, and its faults are told. */
      walletField: typed.wallet || !saved ? ('wallet' as const) : ('saved' as const),
      amount: amountOf(typed.amount, language, widestScale, context),
    }))
}

export type NewWithdrawal = z.output<ReturnType<typeof newWithdrawalForm>>
