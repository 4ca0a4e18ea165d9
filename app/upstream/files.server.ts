import { type Readable } from 'node:stream'
import { type Dispatcher } from 'undici'
import { fileKindOf, fileTypes, tellingBytes } from '~/formats/file-kinds.server'
import { type Incoming, NoAnswer, type Outgoing } from './transport.server'
import { type UpstreamFile } from './types'

/**
 * Receives files from the upstream without holding them in memory. Invariants: a file is passed on only if its first
 * bytes are of a known kind; it ends with an error, and never as a shorter file, when it breaks off, exceeds the size or
 * takes too long; nothing of it is read ahead of its reader.
 */

/** The maximum size of a file. */
export const fileLimitBytes = 16 * 1024 * 1024

/** How much is read of an answer that is no file: it states why. */
const reasonBytes = 64 * 1024

export const acceptedFiles = [...fileTypes, 'application/json'].join(', ')

interface FileRequest extends Pick<Outgoing, 'method' | 'path' | 'headers' | 'body' | 'budgetMs' | 'signal'> {
  /** From the request to the first bytes, in milliseconds. `budgetMs` is from these to the last one. */
  headMs: number
}

/**
 * @returns the file, or the answer instead of one, cut to what a reason needs
 * @throws NoAnswer when there is none
 */
export async function receiveFile(
  dispatcher: Dispatcher,
  request: FileRequest,
): Promise<{ file: UpstreamFile } | { answer: Incoming }> {
  const { method, path, headers, body, headMs, budgetMs, signal } = request
  const over = new AbortController()
  const end = (reason: NoAnswer['reason'], detail: string) => over.abort(new NoAnswer(reason, true, detail))
  const cancel = () => end('cancelled', 'the caller went away')
  const endAfter = (ms: number) => setTimeout(() => end('timeout', `nothing whole within ${ms} ms`), ms)
  let deadline = endAfter(headMs)
  const release = () => {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', cancel)
  }
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  try {
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 }
    const received = await dispatcher.request({
      ...{ method, path, headers, body, ...timeouts, signal: over.signal },
    })
    const pieces = boundedPieces(received.body)
    const isFile = received.statusCode >= 200 && received.statusCode < 300
    const head = await headOf(pieces, isFile ? tellingBytes : reasonBytes)
    const kind = isFile ? fileKindOf(head) : null
    if (!kind) {
      const rest = isFile ? await headOf(pieces, reasonBytes) : Buffer.alloc(0)
      received.body.destroy()
      release()
      const whole = Buffer.concat([head, rest])
      return { answer: { status: received.statusCode, headers: received.headers, body: whole } }
    }
    clearTimeout(deadline)
    deadline = endAfter(budgetMs)
    const stream = streamOf([head], pieces, { release, failureOf: (error) => failureOf(error, over.signal) })
    return { file: { kind, bytes: lengthOf(received.headers), stream } }
  } catch (error) {
    release()
    over.abort()
    throw failureOf(error, over.signal)
  }
}

/** The pieces of a body, whose source is destroyed when they are no longer read. */
async function* boundedPieces(body: Readable): AsyncGenerator<Buffer, void> {
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > fileLimitBytes) throw new NoAnswer('too_large', true, `more than ${fileLimitBytes} bytes`)
    yield piece
  }
}

/** So many bytes or, of a shorter body, all of them. */
async function headOf(pieces: AsyncGenerator<Buffer, void>, bytes: number): Promise<Buffer> {
  const read: Buffer[] = []
  let size = 0
  while (size < bytes) {
    const { value, done } = await pieces.next()
    if (done) break
    read.push(value)
    size += value.length
  }
  return Buffer.concat(read)
}

function streamOf(
  first: Buffer[],
  rest: AsyncGenerator<Buffer, void>,
  { release, failureOf: failed }: { release: () => void; failureOf: (error: unknown) => unknown },
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const piece = first.shift() ?? (await rest.next()).value
          if (piece) return controller.enqueue(piece)
          release()
          controller.close()
        } catch (error) {
          release()
          throw failed(error)
        }
      },
      async cancel() {
        release()
        await rest.return(undefined)
      },
    },
    // Nothing is received before it is read.
    { highWaterMark: 0 },
  )
}

function failureOf(error: unknown, over: AbortSignal): unknown {
  if (error instanceof NoAnswer) return error
  if (over.reason instanceof NoAnswer) return over.reason
  const { code, name } = error as NodeJS.ErrnoException
  return new NoAnswer('connection', true, code ?? name)
}

function lengthOf(headers: Incoming['headers']): number | null {
  const length = [headers['content-length']].flat()[0]
  return length !== undefined && /^\d{1,9}$/.test(length) ? Number(length) : null
}
