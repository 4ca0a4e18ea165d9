import { z } from 'zod'
import { type PaymentSystem } from '~/contract/settings'
import { type Language } from '~/i18n/languages'
import { parseBoundedAmount } from '~/money/bounds'

/** The form of a top-up: the bounds and the decimals of its amount are those of the chosen system. */
export function topUpForm(systems: readonly PaymentSystem[], language: Language) {
  return z
    .object({ system: z.string('system_required'), amount: z.string('amount_required') })
    .transform(({ system: id, amount: typed }, context) => {
      const system = systems.find((one) => one.id === id)
      if (!system) {
        context.addIssue({ code: 'custom', path: ['system'], message: 'system_required' })
        return z.NEVER
      }
      const { currency, decimals, refill } = system
      const amount = parseBoundedAmount(typed, language, { currency, decimals, ...refill })
      if (!amount.ok) {
        const { code, params } = amount
        context.addIssue({ code: 'custom', path: ['amount'], message: code, params })
        return z.NEVER
      }
      return { system: system.id, amount: amount.value }
    })
}
