import { type ServerResponse } from 'node:http'
import { type AppLoadContext } from '@remix-run/node'

/**
 * Sends a rendered page as it is. In a `Response` its bytes would become a web stream, which the Express adapter reads and
 * writes piece by piece; a page is one piece already. The adapter ends an answer without a body by `res.end()`, and there
 * the page goes out together with its headers.
 */

const receivers = new WeakMap<AppLoadContext, (page: Buffer) => void>()

/** Lets the page that is rendered in this context go to the response directly. */
export function receivePage(context: AppLoadContext, res: ServerResponse): void {
  receivers.set(context, (page) => {
    const end = res.end.bind(res) as (...given: unknown[]) => ServerResponse
    // Whoever has something else to say after all, such as that the request failed, says it.
    res.end = (...given: unknown[]) => end(...(given.length > 0 || res.headersSent ? given : [page]))
  })
}

/** The body of the page's `Response`: none if the page goes out directly. */
export function bodyOf(page: Buffer<ArrayBuffer>, context: AppLoadContext): Buffer<ArrayBuffer> | null {
  const receive = receivers.get(context)
  receive?.(page)
  return receive ? null : page
}
