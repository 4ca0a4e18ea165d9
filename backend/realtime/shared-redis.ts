/**
 * What several backends share through Redis or Valkey: the sockets' adapter, and which of them sends what all have
 * heard. Invariants: with the store away nothing fails, and each backend serves its own sockets; a claim is no
 * promise: whoever has left the sending to another can find out whether it was done.
 */
import { createAdapter } from '@socket.io/redis-adapter'
import { createClient } from 'redis'

export interface SharedRedis {
  adapter: ReturnType<typeof createAdapter>
  /**
   * Whether this backend is the one that sends: `mine`, or another is (`taken`), or the store can't say (`away`).
   * @param id the same in every backend
   */
  claim(id: string): Promise<'mine' | 'taken' | 'away'>
  /** Notes that what was claimed has gone out. Throws where some of it may not have, and then notes nothing. */
  noteSent(id: string): Promise<void>
  /** Whether what another has claimed has gone out, as far as the store can say. */
  wasSent(id: string): Promise<boolean>
  close(): void
}

interface Log {
  warn(details: object, message: string): void
}

/** All hear an announcement at one moment; the longest that one of them may lag behind. */
const claimTtlMs = 10 * 60_000
const answerWithinMs = 1_000

/**
 * Connects in the background and goes on trying.
 * @param options.lost what others send to all is no longer heard here
 */
export function shareThroughRedis(url: string, { lost, log }: { lost: () => void; log: Log }): SharedRedis {
  const connect = (disableOfflineQueue: boolean) => {
    const client = createClient({
      url,
      disableOfflineQueue,
      commandOptions: { timeout: answerWithinMs },
      socket: { connectTimeout: 3_000 },
    })
    client.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ error: error.code ?? error.name }, 'the store that backends share is out of reach'),
    )
    client.connect().catch(() => undefined)
    return client
  }
  const commands = connect(true)
  // Waits with its subscriptions until it is connected.
  const subscriber = connect(false)
  let subscribed = false
  subscriber.on('ready', () => (subscribed = true))
  subscriber.on('error', () => {
    if (!subscribed) return
    subscribed = false
    lost()
  })

  /** Of what is being sent through the store, and whether any of it failed since the last claim. */
  const underWay = new Set<Promise<unknown>>()
  let failed = false
  const watch = (sending: Promise<unknown>) => {
    const watched = sending.catch(() => (failed = true)).finally(() => underWay.delete(watched))
    underWay.add(watched)
    return watched
  }
  const keyOf = (id: string) => `tideline:announced:${id}`
  const expiration = { type: 'PX', value: claimTtlMs } as const

  return {
    adapter: createAdapter(neverFailing(commands, watch), neverFailing(subscriber), {
      key: 'tideline:sockets',
    }),
    async claim(id) {
      // Without its subscription this backend would send to all and not hear what others send.
      if (!commands.isReady || !subscribed) return 'away'
      failed = false
      try {
        const taken = await commands.set(keyOf(id), 'claimed', { condition: 'NX', expiration })
        return taken === null ? 'taken' : 'mine'
      } catch {
        // Whether it was claimed is not known: told twice is better than not at all, and a client knows it by its id.
        return 'mine'
      }
    },
    async noteSent(id) {
      await Promise.all(underWay)
      if (failed) throw new Error('the store that backends share did not take what was sent')
      await commands.set(keyOf(id), 'sent', { expiration })
    },
    async wasSent(id) {
      try {
        return (await commands.get(keyOf(id))) === 'sent'
      } catch {
        return false
      }
    },
    close() {
      commands.destroy()
      subscriber.destroy()
    },
  }
}

/** The adapter leaves the promises of its commands alone; one that fails would end the process. */
function neverFailing(
  client: object,
  watch = (sending: Promise<unknown>): Promise<unknown> => sending.catch(() => undefined),
): object {
  const quiet = new Set(['publish', 'subscribe', 'pSubscribe', 'unsubscribe', 'pUnsubscribe'])
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method = value.bind(target) as (...given: unknown[]) => unknown
      if (!quiet.has(String(name))) return method
      return (...given: unknown[]) => watch(Promise.resolve(method(...given)))
    },
  })
}
