import { type Event, type StackParser } from '@sentry/core'
import { type ServerRuntimeClient } from '@sentry/core/server'
import { messageOfError } from './error-message.server'
import { scrubbed } from './scrub.server'

/**
 * Errors of the log, sent to an address that speaks Sentry's protocol. Its package is loaded with the first of them.
 * Invariants: a report holds the error's kind, its stack by file and line, its message without anything that looks like
 * somebody's, the program and the request id; no body, header, address, variable or line of source.
 */
export interface ErrorReports {
  /** Never throws; a report that can't be sent is lost. */
  report: (error: unknown, fields: { message: string; requestId?: string }) => void
  /** Resolves when what was reported is sent, or after two seconds. */
  close: () => Promise<void>
}

const closeMs = 2_000
const sendMs = 5_000
const maxCauses = 5

/** @param dsn null: nothing is reported */
export function createErrorReports(program: 'app' | 'backend', dsn: string | null): ErrorReports {
  if (dsn === null) return { report: () => {}, close: () => Promise.resolve() }
  let client: Promise<ServerRuntimeClient> | undefined
  const pending = new Set<Promise<unknown>>()
  return {
    report(error, { message, requestId }) {
      const sending = (client ??= openClient(dsn)).then((open) =>
        open.captureEvent(
          eventOf(error, { program, log: scrubbed(message), requestId }, open.getOptions().stackParser),
        ),
      )
      const done: Promise<unknown> = sending.catch(() => undefined).finally(() => pending.delete(done))
      pending.add(done)
    },
    async close() {
      await Promise.all(pending)
      await (await client?.catch(() => undefined))?.close(closeMs)
    },
  }
}

async function openClient(dsn: string): Promise<ServerRuntimeClient> {
  const [sentry, { ServerRuntimeClient: Client, nodeStackLineParser }] = await Promise.all([
    import('@sentry/core'),
    import('@sentry/core/server'),
  ])
  const client = new Client({
    dsn,
    platform: 'node',
    // Names of machines and what the package would add by itself stay out.
    integrations: [],
    stackParser: sentry.createStackParser(nodeStackLineParser()),
    transport: (options) =>
      sentry.createTransport(options, async ({ body }) => {
        const bytes = typeof body === 'string' ? body : new Uint8Array(body)
        const signal = AbortSignal.timeout(sendMs)
        const answer = await fetch(options.url, { method: 'POST', body: bytes, signal })
        await answer.body?.cancel()
        return { statusCode: answer.status }
      }),
  })
  client.init()
  return client
}

function eventOf(error: unknown, tags: Event['tags'], stackParser: StackParser): Event {
  const values = chainOf(error).map((one) => {
    const { name, stack = '' } = one
    const frames = stackParser(stack).map(({ filename, function: called, lineno, colno }) => ({
      filename: filename?.replace(/^.*\/(?=(?:build|app|backend|node_modules)\/)/, ''),
      ...{ function: called, lineno, colno },
    }))
    return { type: name, value: scrubbed(messageOfError(one)), stacktrace: { frames } }
  })
  return { level: 'error', tags, exception: { values } }
}

/** An error and what caused it, the cause first. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && chain.length < maxCauses; at = at.cause)
    chain.unshift(at)
  return chain.length > 0 ? chain : [new Error(String(error))]
}
