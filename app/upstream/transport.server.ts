import { Readable } from 'node:stream'
import { type Dispatcher } from 'undici'

/**
 * One HTTP exchange with the upstream. It follows no redirect, does not retry, stops at its timeout and at the size limit,
 * and reports whether the request had left this process when it failed: that decides whether money may have moved.
 */

/** The maximum size of a response body; a longer one fails. */
export const answerLimitBytes = 2 * 1024 * 1024

export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string | Readable | null
  /** From the call to the last byte of the response, waiting for a connection included. */
  budgetMs: number
  /** Called when the last byte of a streamed body was passed on. @returns how long the answer may take from then, in milliseconds */
  onBodyEnd?: () => number
  signal?: AbortSignal
}

export interface Incoming {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Why there is no response. `sent` is true from the moment the first byte may have been written. */
export class NoAnswer extends Error {
  constructor(
    readonly reason: 'timeout' | 'too_large' | 'cancelled' | 'connection',
    readonly sent: boolean,
    detail: string,
  ) {
    super(detail)
    this.name = 'NoAnswer'
  }
}

/** Sends once and reads the whole response, of any status. @throws NoAnswer when there is none */
export function exchange(dispatcher: Dispatcher, outgoing: Outgoing): Promise<Incoming> {
  const { method, path, headers, body, budgetMs, onBodyEnd, signal } = outgoing
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let failure: NoAnswer | null = null
    let isOver = false
    let status = 0
    let answerHeaders: Incoming['headers'] = {}
    let size = 0
    const chunks: Buffer[] = []

    function fail(reason: NoAnswer['reason'], detail: string) {
      if (failure) return
      failure = new NoAnswer(reason, controller !== null, detail)
      release()
      controller?.abort(failure)
      reject(failure)
    }
    const cancel = () => fail('cancelled', 'the caller went away')
    const endAfter = (ms: number) => setTimeout(() => fail('timeout', `nothing whole within ${ms} ms`), ms)
    const deadlines = [endAfter(budgetMs)]
    if (onBodyEnd && body instanceof Readable)
      body.once('end', () => {
        if (!isOver) deadlines.push(endAfter(onBodyEnd()))
      })
    function release() {
      isOver = true
      for (const deadline of deadlines) clearTimeout(deadline)
      signal?.removeEventListener('abort', cancel)
    }
    if (signal?.aborted) return cancel()
    signal?.addEventListener('abort', cancel)

    dispatcher.dispatch(
      { method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          // A queued request whose caller has given up, or one that undici would write a second time, is
          // stopped before a byte of it leaves.
          if (failure) return started.abort(failure)
          if (controller) return fail('connection', 'the connection broke before the answer')
          controller = started
        },
        onResponseStart(_, statusCode, received) {
          status = statusCode
          answerHeaders = received
        },
        onResponseData(_, chunk) {
          size += chunk.length
          if (size > answerLimitBytes) fail('too_large', `more than ${answerLimitBytes} bytes`)
          else chunks.push(chunk)
        },
        onResponseEnd() {
          release()
          resolve({ status, headers: answerHeaders, body: Buffer.concat(chunks) })
        },
        onResponseError(_, error) {
          fail('connection', (error as NodeJS.ErrnoException).code ?? error.name)
        },
      },
    )
  })
}
