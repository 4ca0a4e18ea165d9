import { type Clock } from '../clock'
import { type Db } from '../db/connect'
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
  everyMs?: number
}

export interface Listening {
  /** Nothing more is asked; resolves when the present question has ended. */
  stop(): Promise<void>
}

/** Asks the source of the rates at once and then every minute. What fails is logged and asked again. */
export function listenToRates({ url, db, clock, log, everyMs = 60_000 }: ListenOptions): Listening {
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function askAndRepeat(): Promise<void> {
    try {
      const { refused } = await takeRates(db, await askProvider(url), clock.now())
      if (refused.length > 0) log.warn({ coins: refused }, 'rates that are not believable were left out')
    } catch (error) {
      if (error instanceof ProviderError)
        log.warn({ why: error.message }, 'the source of the rates gave none')
      else log.error({ err: error }, 'the rates could not be kept and will be asked for again')
    }
    if (!stopped) timer = setTimeout(next, everyMs).unref()
  }
  const next = () => void (running = askAndRepeat())
  let running = askAndRepeat()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
