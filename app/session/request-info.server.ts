import { randomFillSync } from 'node:crypto'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Upload } from './upload.server'

/** A middleware: it answers, or calls `next`. Its type fits Express too. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

/** What earlier middleware has found out about a request, for later middleware and for the routes. */
export interface RequestInfo {
  /** Goes into the log and to the upstream, and is shown on a page that reports a failure. */
  readonly id: string
  /** For the scripts and styles of this answer alone. */
  readonly nonce: string
  /** The W3C header of its trace, if a trusted proxy has begun one or it is traced here. */
  traceparent: string | undefined
  /** The browser's address as trusted proxies report it. */
  address: string
  protocol: 'http' | 'https'
  /**
   * The requested address. Its host is untrusted until `checkHost` has run, and is ours if the one that was sent is
   * invalid. The address of a data request is that of its page.
   */
  readonly url: URL
  /** The fields that were posted, read once and bounded; null without a form. */
  form: FormData | null
  /** The files of a form, still being received. */
  upload: Upload | null
}

/** On the request itself: a weak map of all requests is work for the garbage collector. */
const ofRequest = Symbol('requestInfo')

/** The request's info, created by the first call. */
export function requestInfoOf(req: IncomingMessage & { [ofRequest]?: RequestInfo }): RequestInfo {
  return (req[ofRequest] ??= new LazyRequestInfo(req))
}

/** A class: every request makes one, and most use little of it. */
class LazyRequestInfo implements RequestInfo {
  readonly id = newRequestId()
  address: string
  traceparent: string | undefined
  protocol: RequestInfo['protocol'] = 'http'
  form: RequestInfo['form'] = null
  upload: RequestInfo['upload'] = null
  #nonce: string | undefined
  readonly #req: IncomingMessage

  constructor(req: IncomingMessage) {
    this.#req = req
    this.address = req.socket.remoteAddress ?? ''
  }

  get nonce(): string {
    return (this.#nonce ??= randomWord(16))
  }

  get url(): URL {
    const { headers, url = '/' } = this.#req
    const origin = `${this.protocol}://${headers.host}`
    const path = url.startsWith('/') ? url : '/'
    return pageUrl(`${URL.canParse(origin) ? origin : `${this.protocol}://localhost`}${path}`)
  }
}

const pool = Buffer.alloc(4096)
let taken = pool.length

/** Random bytes in base64url, from a pool that one system call fills for hundreds of them. Each byte is used once. */
function randomWord(bytes: number): string {
  if (taken + bytes > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  return pool.toString('base64url', taken, (taken += bytes))
}

/** The id of a request, or of calls that no request of a browser causes: 96 random bits. */
export const newRequestId = (): string => randomWord(12)

/** Whether the framework requests a page's data rather than the page. */
export function isDataRequest(req: IncomingMessage): boolean {
  return /\.data(\?|$)/.test(req.url ?? '')
}

/** Whether the user opens a page: not its data, its pictures or the refresh of a list. */
export function isDocumentGet(req: IncomingMessage): boolean {
  const { 'sec-fetch-dest': wanted = 'document' } = req.headers
  return req.method === 'GET' && wanted === 'document' && !isDataRequest(req)
}

/** Whether a browser fetches a page before its user asks for it; it may never be shown. */
export function isPrefetch({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-purpose': secPurpose, purpose } = headers
  return [secPurpose, purpose].some((one) => typeof one === 'string' && /^prefetch\b/.test(one))
}

/** The framework requests a page's data at `/page.data?_routes=…`, and at `/_root.data` for `/`. */
function pageUrl(href: string): URL {
  const url = new URL(href)
  if (url.pathname === '/_root.data') url.pathname = '/'
  else url.pathname = url.pathname.replace(/\.data$/, '')
  url.searchParams.delete('_routes')
  return url
}
