import { type Logger } from 'pino'

/**
 * A connection to the store that the instances share. It connects in the background and goes on trying: an app
 * whose store is away still serves, and what can count by itself does. Its package is loaded only where there is one.
 */
export async function connectRedis(url: string, log: Logger) {
  const { createClient } = await import('redis')
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 3_000 } })
  client.on('error', (error: NodeJS.ErrnoException) =>
    log.warn({ error: error.code ?? error.name }, 'the shared store is out of reach'),
  )
  client.connect().catch(() => undefined)
  return client
}
