import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { type Repeated, repeat } from '../jobs/repeat'
import { ProviderError, askProvider } from './provider'
import { takeRates } from './take-rates'

export interface ListenOptions {
  url: string
  db: Db
  /** The product's clock. */
  clock: Clock
  log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  /** Between the end of one question and the next. */
  intervalMs?: number
}

/** Queries the source of the rates at once and then every minute. A failure is logged and retried. */
export function listenToRates({ url, db, clock, log, intervalMs = 60_000 }: ListenOptions): Repeated {
  async function ask(): Promise<void> {
    try {
      const { refused } = await takeRates(db, await askProvider(url), clock)
      if (refused.length > 0) log.warn({ coins: refused }, 'rates that are not believable were left out')
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ why: error.message }, 'the source of the rates gave none')
    }
  }
  return repeat(ask, { what: 'the taking of rates', intervalMs, log })
}
