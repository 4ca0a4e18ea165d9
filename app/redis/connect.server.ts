import { type Logger } from 'pino'

/**
 * A connection to the store that the instances share. It connects in the background and retries: without the store
 * the app still serves, and limits count per instance. Its package is loaded only if it is configured.
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

/**
 * The answer of a shared store, or an error when it takes too long. A command to an unreachable store may wait without
 * end; a page or a form must not.
 * @param ms how long the command may take
 * @throws when the time is over; the command itself may still be carried out
 */
export async function inTime<Value>(ms: number, command: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer from the store')), ms)
  })
  try {
    return await Promise.race([command, late])
  } finally {
    clearTimeout(timer)
  }
}
