import { z } from 'zod'
import { type PaymentSystem } from '~/contract/settings'
import { type Language } from '~/i18n/languages'
import { parseAmount } from '~/money/parse'
import { canBelongTo } from '~/wallets/address-check.server'

/**
 * What was asked for, as far as it can be judged without looking at the balance: a form that has been sent already
 * is not measured again by the state that it made.
 */
export function newWithdrawalForm(systems: readonly PaymentSystem[], language: Language) {
  return z
    .object({
      system: z.string('system_required'),
      amount: z.string('amount_required'),
      wallet: z.string('wallet_required').trim().max(256, 'too_long'),
      /** The quote that the check page showed. */
      rateId: z.string().max(64, 'invalid').optional(),
    })
    .transform((typed, context) => {
      const system = systems.find(({ id }) => id === typed.system)
      if (!system) {
        context.addIssue({ code: 'custom', path: ['system'], message: 'system_required' })
        return z.NEVER
      }
      const { network, decimals } = system
      const amount = parseAmount(typed.amount, language, decimals)
      if (!amount.ok) {
        context.addIssue({ code: 'custom', path: ['amount'], message: amount.code, params: amount.params })
      }
      if (!canBelongTo(network, typed.wallet)) {
        context.addIssue({ code: 'custom', path: ['wallet'], message: 'wallet_invalid', params: { network } })
      }
      return amount.ok ? { ...typed, amount: amount.value } : z.NEVER
    })
}

export type NewWithdrawal = z.output<ReturnType<typeof newWithdrawalForm>>
