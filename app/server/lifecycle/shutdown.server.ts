import { type Server } from 'node:http'
import { type Middleware } from '~/session/request-info.server'

export interface Drain {
  /** Counts the requests in flight. */
  track: Middleware
  isDraining: () => boolean
  /** From now on `/readyz` fails and connections end with their current answer, while everything is still answered. */
  begin(): void
  /**
   * Resolves when nothing is in flight any more or the limit is over. Until then the server keeps listening, so that
   * a balancer sees `/readyz` fail with 503; connections end with their current answer.
   */
  drain(server: Server, limitMs?: number): Promise<void>
}

/** Ends the process without cutting a request off. */
export function createDrain(): Drain {
  let draining = false
  let inFlight = 0
  let onIdle = () => {}

  return {
    isDraining: () => draining,
    begin() {
      draining = true
    },
    track(_req, res, next) {
      inFlight += 1
      if (draining) res.setHeader('connection', 'close')
      res.on('close', () => {
        inFlight -= 1
        if (inFlight === 0) onIdle()
      })
      next()
    },
    async drain(server, limitMs = 30_000) {
      draining = true
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, limitMs)
        onIdle = () => {
          clearTimeout(limit)
          resolve()
        }
        if (inFlight === 0) onIdle()
      })
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
