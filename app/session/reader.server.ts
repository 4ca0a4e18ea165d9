import { type ServerResponse } from 'node:http'

/** Who an answer goes to, for a route whose answer is long. */
export interface Reader {
  /**
   * Resolves when all written so far has been flushed, or the client has disconnected. The framework writes a stream
   * as fast as it receives it: a long one waits for this before each of its pieces.
   */
  drained: () => Promise<void>
  /** Aborted when the connection is over. The signal of the framework's request may be lost to the garbage collector. */
  readonly gone: AbortSignal
}

export function readerOf(res: ServerResponse): Reader {
  let leaving: AbortController | undefined
  return {
    drained: () => drained(res),
    get gone() {
      leaving ??= untilClosed(res)
      return leaving.signal
    },
  }
}

/** For a page that is rendered for all readers, and cached. */
export const anonymousReader: Reader = {
  drained: () => Promise.resolve(),
  gone: new AbortController().signal,
}

function drained(res: ServerResponse): Promise<void> {
  if (!res.writableNeedDrain || res.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
}

function untilClosed(res: ServerResponse): AbortController {
  const leaving = new AbortController()
  if (res.destroyed) leaving.abort()
  else res.once('close', () => leaving.abort())
  return leaving
}
