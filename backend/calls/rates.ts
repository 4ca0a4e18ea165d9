import { contract } from '~/contract'
import { quoteRates } from '../funds/quotes'
import { type BuiltCall, forAnyone } from '../http/built-call'
import { shownRates } from '../rates/shown-rates'
import { type Services } from '../services'
import { contextOf } from './funds-context'

/** Rates for everyone, quoted to whoever acts on them within two minutes. */
export function rateCalls(services: Services): BuiltCall[] {
  return [
    forAnyone(contract.user.exchangeRate, async ({ db }) => {
      const context = contextOf(services)
      const quote = await quoteRates(db, context)
      return {
        base: 'USDT' as const,
        rateId: quote.id,
        expiresAt: quote.expiresAt.toISOString(),
        items: await shownRates(db, context.now, quote.rates),
      }
    }),
  ]
}
