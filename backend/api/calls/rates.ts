import { contract } from '~/contract/index'
import { quoteRates } from '../../funds/quotes'
import { type Handler, publicOptionalAuth } from '../handler'
import { shownRates } from '../../rates/shown-rates'
import { type Services } from '../../services'
import { contextOf } from './funds-context'

/** Public rates. A signed-in investor gets a quote, valid for two minutes. */
export function rateCalls(services: Services): Handler[] {
  return [
    publicOptionalAuth(contract.user.exchangeRate, async ({ db }, caller) => {
      const context = contextOf(services)
      const quote = await quoteRates(db, context, caller?.user.id ?? null)
      return {
        base: 'USDT' as const,
        rateId: quote.id,
        expiresAt: quote.expiresAt.toISOString(),
        items: await shownRates(db, context.now, quote.rates),
        spreadPercent: quote.spreadPercent,
      }
    }),
  ]
}
