import { type RequestContext } from '~/context'
import { type Rate } from '~/contract/user'
import { given } from '~/locale/given'
import { isDemonstration } from '~/upstream/demo.server'
import { divideUp, isPositive, multiply, subtract } from '~/money/decimal'
import { widestScale } from '~/money/currencies'
import { type SendOptions } from '~/upstream/types'

/** Rates that can be acted on while they hold. */
export interface Quote {
  /** Null if the upstream fixes no rate: then the current one applies. */
  rateId: string | null
  items: Rate[]
  /** The spread in percent; `0` if the upstream takes none. */
  spreadPercent: string
  /** Null if the upstream does not provide it. */
  expiresAt: string | null
  /** Time left in milliseconds; null if the upstream does not provide it. */
  holdsMs: number | null
}

/**
 * The present rates, quoted to this investor for a review page. An upstream may store one quote per investor, which a
 * newer one replaces. A demonstration whose clock is ahead still quotes by real time (docs/decisions/clocks.md).
 */
export function readQuote(context: RequestContext): Promise<Quote> {
  return askForRates(context, {})
}

/** The current rates, for display: a quote that the investor was shown does not change. */
export function readRates(context: RequestContext): Promise<Quote> {
  return askForRates(context, { withoutBearer: true })
}

async function askForRates(context: RequestContext, options: SendOptions): Promise<Quote> {
  const { upstream } = context
  const [{ rateId, items, expiresAt, spreadPercent = '0' }, isDemo] = await Promise.all([
    upstream.user.exchangeRate({}, options),
    isDemonstration(context),
  ])
  const now = isDemo ? Date.now() : upstream.now().getTime()
  const holdsMs = given(expiresAt, (end) => Math.max(0, Date.parse(end) - now))
  return { rateId, items, spreadPercent, expiresAt, holdsMs }
}

/** The factor by which a spread reduces a rate: `0.995` for 0.5 percent. */
export const remainderOf = (spreadPercent: string): string => subtract('1', multiply(spreadPercent, '0.01'))

/** USDT that one of a currency costs, spread included. */
export const priceOf = (rate: string, spreadPercent: string): string =>
  isPositive(spreadPercent) ? divideUp(rate, remainderOf(spreadPercent), widestScale) : rate
