import { type RequestContext } from '~/context.server'
import { type Rate } from '~/contract/user'
import { isDemonstration } from '~/frame/demo.server'

/** Rates that can be acted on while they hold. */
export interface Quote {
  rateId: string
  items: Rate[]
  expiresAt: string
  /** How long they still hold, in milliseconds. */
  holdsMs: number
}

/** The present rates, quoted. A demonstration that is days ahead quotes by real time all the same (docs/decisions/clocks.md). */
export async function readQuote(context: RequestContext): Promise<Quote> {
  const { upstream } = context
  const [{ rateId, items, expiresAt }, isDemo] = await Promise.all([
    upstream.user.exchangeRate(),
    isDemonstration(context),
  ])
  const now = isDemo ? Date.now() : upstream.now().getTime()
  return { rateId, items, expiresAt, holdsMs: Math.max(0, Date.parse(expiresAt) - now) }
}
