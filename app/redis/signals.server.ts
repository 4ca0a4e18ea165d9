import { randomUUID } from 'node:crypto'
import { type createClient } from 'redis'

/**
 * Messages between the instances of the app, through the store that they share. Invariants: an instance without the
 * store works on its own; one that may have missed a message is notified.
 */
export interface Signals {
  /** Sends to all other instances. */
  send(channel: string, word: string): void
  listen(channel: string, listener: (word: string) => void): void
  /** Called when the store is back after it was lost: messages may have been missed meanwhile, or not been sent. */
  onGap(listener: () => void): void
  close(): void
}

const prefix = 'tideline:signal:'

/** @param redis null: there is no other instance */
export function createSignals(redis: ReturnType<typeof createClient> | null): Signals {
  if (!redis) return { send() {}, listen() {}, onGap() {}, close() {} }
  // Its own connection, which queues its subscriptions until it is connected.
  const subscriber = redis.duplicate({ disableOfflineQueue: false })
  const own = `${randomUUID()} `
  const gapListeners: (() => void)[] = []
  let isLost = false
  // Listeners query the store at once, so both connections have to be back. The other connection reports its outage.
  for (const connection of [redis, subscriber]) {
    connection.on('error', () => (isLost = true))
    connection.on('ready', () => {
      if (!isLost || !redis.isReady || !subscriber.isReady) return
      isLost = false
      for (const listener of gapListeners) listener()
    })
  }
  subscriber.connect().catch(() => undefined)

  return {
    send(channel, word) {
      // An instance that missed it gets `onGap` and queries the store.
      redis.publish(prefix + channel, own + word).catch(() => undefined)
    },
    listen(channel, listener) {
      const onMessage = (message: string) => message.startsWith(own) || listener(message.slice(own.length))
      subscriber.subscribe(prefix + channel, onMessage).catch(() => undefined)
    },
    onGap: (listener) => void gapListeners.push(listener),
    close: () => subscriber.destroy(),
  }
}
