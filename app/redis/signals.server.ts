import { randomUUID } from 'node:crypto'
import { type createClient } from 'redis'

/**
 * Words between the instances of the app, through the store that they share. Invariants: an instance without
 * the store works by itself; one that may not have heard a word knows it.
 */
export interface Signals {
  /** Tells all other instances. */
  send(channel: string, word: string): void
  listen(channel: string, listener: (word: string) => void): void
  /** Called when the store is back after it was lost: words may have been missed meanwhile, or not been sent. */
  onGap(listener: () => void): void
  close(): void
}

const prefix = 'tideline:signal:'

/** @param redis null: there is no other instance */
export function createSignals(redis: ReturnType<typeof createClient> | null): Signals {
  if (!redis) return { send() {}, listen() {}, onGap() {}, close() {} }
  // Its own connection, which waits with its subscriptions until it stands.
  const subscriber = redis.duplicate({ disableOfflineQueue: false })
  const own = `${randomUUID()} `
  const gapListeners: (() => void)[] = []
  let isLost = false
  // Whoever is told asks the store at once, so both connections have to be back. That it is away, the other one says.
  for (const connection of [redis, subscriber]) {
    connection.on('error', () => (isLost = true))
    connection.on('ready', () => {
      if (!isLost || !redis.isReady || !subscriber.isReady) return
      isLost = false
      for (const tell of gapListeners) tell()
    })
  }
  subscriber.connect().catch(() => undefined)

  return {
    send(channel, word) {
      // Who did not hear it knows that, and asks.
      redis.publish(prefix + channel, own + word).catch(() => undefined)
    },
    listen(channel, listener) {
      const hear = (said: string) => said.startsWith(own) || listener(said.slice(own.length))
      subscriber.subscribe(prefix + channel, hear).catch(() => undefined)
    },
    onGap: (listener) => void gapListeners.push(listener),
    close: () => subscriber.destroy(),
  }
}
