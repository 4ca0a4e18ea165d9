import { type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import onHeaders from 'on-headers'
import { paths } from '~/paths'
import { type CachedPage, compressPage, sendPage } from './cached-page.server'
import { createPageStore } from './page-store.server'
import { type LanguageHeaders, type PublicAddress } from './public-pages.server'
import { Refusal } from '~/session/refusal.server'
import { type RenderLimits } from '../middleware/render-limits.server'
import { type RenderQueue, createRenderQueue } from './render-queue.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/**
 * Public pages, rendered once for all readers. Invariants: a cached page was rendered without a session, so it holds no
 * one's data; nothing older than a minute is shown while the upstream answers; a page is rendered once at a time; and
 * the size of the cache is bounded. While the upstream does not answer, the last complete page is served for up to an
 * hour: older figures are no longer shown.
 */

/** Up to this age a page is sent as it is. */
const ttlMs = 10_000
/** Up to this age it is still sent, while a new one is rendered in the background. */
const agedMs = 60_000
/** How long the last complete page is served if a new one can't be rendered. */
const lastGoodMs = 60 * 60_000
/** How long a visitor waits for a new page when there is an old one to show. */
const timeoutMs = 1_000
/** The pause between two attempts to make a page while they fail. */
const retryMs = 2_000

/** Pages by their path: the site has some dozens. */
const pageBounds = { entries: 512, bytes: 16 * 1024 * 1024 }
/** Pages of a route parameter, such as the news: those that were requested lately. They never evict a plain page. */
const itemBounds = { entries: 256, bytes: 8 * 1024 * 1024 }
/** Answers to a query, of which there can be any number: they never push out a page. */
const answerBounds = { entries: 64, bytes: 4 * 1024 * 1024 }

/** The application's answer to an address, without a session. */
export interface Rendered {
  status: number
  /** In lower case. */
  headers: Record<string, string>
  body: Buffer
  /** No call of the upstream failed, so no part is missing. */
  isWhole: boolean
  /** It set a cookie or used the visitor's session, so it can't be shared. */
  isPersonal: boolean
}

export interface PageCacheOptions {
  /** The public page of a request, or null. */
  addressOf: (url: string, headers: LanguageHeaders) => PublicAddress | null
  render: (address: PublicAddress) => Promise<Rendered>
  isOwnHost: (host: string | undefined) => boolean
  /** The role of whoever has signed in; null for a visitor. */
  roleOf: (req: IncomingMessage) => string | null
  /** Headers that every cached page carries on top of its own. */
  security: Record<string, string>
  /** Called when all pages expire, before the first of them is rendered again. */
  onExpire?: () => void
  log: { warn(fields: Record<string, unknown>, message: string): void }
  now?: () => number
  renderTimeoutMs?: number
  bounds?: { pages: typeof pageBounds; items: typeof itemBounds; answers: typeof answerBounds }
  /** Invented addresses count against the visitor's render limits; no limits by default. */
  renderLimits?: RenderLimits
  renderQueue?: RenderQueue
}

export interface PageCache {
  /** Answers public pages, in front of the application; passes everything else on. */
  answer: Middleware
  /**
   * Expires all pages after a post that an operator's page or the demonstration's clock has taken, so that the change shows
   * at once. A post that is refused expires nothing, or a stranger would have all pages rendered again.
   */
  expireAfterChanges: Middleware
}

interface Entry {
  bytes: number
  page: CachedPage
  madeMs: number
  /** Of the time before or after the last change. */
  generation: number
  /** When the last attempt to refresh it failed, if it did. */
  failedMs: number | null
}

interface Rendering {
  /** That it began in; null while it waits for an earlier one. */
  generation: number | null
  made: Promise<Made>
}

/** A page to store and send, one to send only to those who waited for it, or null: the application answers. */
type Made = { kept: CachedPage } | { uncached: Rendered } | null

export function createPageCache({
  addressOf,
  render,
  isOwnHost,
  roleOf,
  security,
  onExpire = () => {},
  log,
  now = () => performance.now(),
  renderTimeoutMs = timeoutMs,
  bounds = { pages: pageBounds, items: itemBounds, answers: answerBounds },
  renderLimits,
  renderQueue = createRenderQueue(),
}: PageCacheOptions): PageCache {
  const stores = {
    pages: createPageStore<Entry>(bounds.pages),
    items: createPageStore<Entry>(bounds.items),
    answers: createPageStore<Entry>(bounds.answers),
  }
  function storeOf({ hasQuery, hasParameter }: PublicAddress) {
    if (hasQuery) return stores.answers
    return hasParameter ? stores.items : stores.pages
  }
  /**
   * Whether the address may be invented: a query can have any value, and for a route parameter only cached pages are
   * known to exist.
   */
  const isMadeUp = ({ hasQuery, hasParameter }: PublicAddress, entry: Entry | undefined) =>
    hasQuery || (hasParameter && !entry)
  /** Existing pages never wait behind invented addresses. */
  const itemQueue = createRenderQueue({ maxWaiting: bounds.items.entries })
  const underWay = new Map<string, Rendering>()
  let generation = 0

  const ageOf = (entry: Entry) =>
    entry.generation === generation ? now() - entry.madeMs : Math.max(agedMs, now() - entry.madeMs)

  /** The page to answer with now. */
  async function pageFor(address: PublicAddress, entry: Entry | undefined): Promise<Made> {
    if (!entry || now() - entry.madeMs >= lastGoodMs) return made(address)
    const standIn: Made = { kept: entry.page }
    if (entry.failedMs !== null && now() - entry.failedMs < retryMs) return standIn
    const making = made(address)
    if (ageOf(entry) < agedMs || entry.failedMs !== null) return standIn
    const waited = new AbortController()
    const gaveUp = delay(renderTimeoutMs, standIn, { signal: waited.signal }).catch(() => standIn)
    return Promise.race([making, gaveUp]).finally(() => waited.abort())
  }

  /**
   * Renders the page, or waits for a rendering that is under way. One that began before the last change is followed by
   * another, for all who request the page meanwhile. Never rejects.
   */
  function made(address: PublicAddress): Promise<Made> {
    const { key } = address
    const earlier = underWay.get(key)
    if (earlier && (earlier.generation ?? generation) === generation) return earlier.made
    const rendering: Rendering = { generation: null, made: Promise.resolve(null) }
    const begin = async () => {
      await earlier?.made
      rendering.generation = generation
      return make(address, generation)
    }
    rendering.made = begin()
      .catch((error: unknown) => {
        log.warn({ err: error, path: pathOf(address) }, 'a public page could not be made')
        return standInFor(address)
      })
      .finally(() => {
        if (underWay.get(key) === rendering) underWay.delete(key)
      })
    underWay.set(key, rendering)
    return rendering.made
  }

  async function make(address: PublicAddress, generationThen: number): Promise<Made> {
    const madeMs = now()
    const store = storeOf(address)
    const rendered = await renderInTurn(address, store.get(address.key))
    if (rendered.isPersonal || rendered.headers['set-cookie']) return null
    if (rendered.status >= 500 || !rendered.isWhole) {
      log.warn({ path: pathOf(address), status: rendered.status }, 'a public page lacks a part')
      return standInFor(address) ?? { uncached: rendered }
    }
    if (!isKeepable(rendered)) {
      store.delete(address.key)
      return { uncached: rendered }
    }
    const page = await compressPage(rendered.body, {
      headers: headersOf(rendered, address, security),
      effort: address.hasQuery ? 'quick' : 'tight',
      previous: store.get(address.key)?.page,
    })
    store.set(address.key, { bytes: page.bytes, page, madeMs, generation: generationThen, failedMs: null })
    return { kept: page }
  }

  function renderInTurn(address: PublicAddress, entry: Entry | undefined): Promise<Rendered> {
    if (isMadeUp(address, entry)) return renderQueue.run(() => render(address))
    return address.hasParameter ? itemQueue.run(() => render(address)) : render(address)
  }

  /** The last complete page, marked as one that could not be refreshed. */
  function standInFor(address: PublicAddress): Made {
    const entry = storeOf(address).get(address.key)
    if (!entry || now() - entry.madeMs >= lastGoodMs) return null
    entry.failedMs = now()
    return { kept: entry.page }
  }

  /** Seconds until a visitor may have another made-up address rendered, or null when now. */
  async function waitForMadeUp(visitor: string): Promise<number | null> {
    if (renderQueue.isFull()) return 1
    return (await renderLimits?.take('madeUp', visitor)) ?? null
  }

  return {
    answer(req, res, next) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return next()
      const address = addressOf(req.url ?? '/', req.headers)
      if (!address) return next()
      if (!isOwnHost(req.headers.host)) return next()
      const entry = storeOf(address).get(address.key)
      if (entry && ageOf(entry) < ttlMs) return sendPage(req, res, entry.page, requestInfoOf(req).id)
      const send = (answer: Made) => {
        if (!answer) next()
        else if ('kept' in answer) sendPage(req, res, answer.kept, requestInfoOf(req).id)
        else sendUncached(req, res, answer.uncached, security)
      }
      const answerIt = async () => {
        const wait = isMadeUp(address, entry) ? await waitForMadeUp(requestInfoOf(req).address) : null
        if (wait === null) return send(await pageFor(address, entry))
        if (entry && now() - entry.madeMs < lastGoodMs) return send({ kept: entry.page })
        for (const [name, value] of Object.entries(security)) res.setHeader(name, value)
        res.setHeader('cache-control', 'no-store')
        next(new Refusal('too_many_pages', wait))
      }
      answerIt().catch(next)
    },
    expireAfterChanges(req, res, next) {
      if (req.method === 'POST' && mayChangeContent(requestInfoOf(req).url.pathname, roleOf(req)))
        onHeaders(res, () => {
          if (res.statusCode >= 400) return
          generation += 1
          onExpire()
        })
      next()
    },
  }
}

/** What changes a page otherwise, such as a call of the upstream by somebody else, shows within a minute. */
function mayChangeContent(path: string, role: string | null): boolean {
  const isWithin = (area: string) => path === area || path.startsWith(`${area}/`)
  return (role === 'operator' && isWithin(paths.operator())) || (role !== null && isWithin(paths.demoClock()))
}

/** A page with `no-store` is not cached. */
function isKeepable({ status, headers }: Rendered): boolean {
  return (
    status === 200 &&
    headers['content-type']?.startsWith('text/html') === true &&
    !/no-store|private/.test(headers['cache-control'] ?? '')
  )
}

/**
 * A browser revalidates its copy each time, for the language may have changed. Where the address itself names the
 * language, any cache may store the answer for as long as we would; only the browser's own, once a cookie is set with it.
 */
function headersOf(
  { headers }: Rendered,
  { namesLanguage }: PublicAddress,
  security: Record<string, string>,
): Record<string, string> {
  return {
    ...headers,
    ...security,
    'cache-control': namesLanguage ? `public, max-age=${agedMs / 1000}` : 'no-cache',
    vary: namesLanguage ? 'Accept-Encoding' : 'Cookie, Accept-Language, Accept-Encoding',
  }
}

function sendUncached(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Rendered,
  security: Record<string, string>,
): void {
  res.writeHead(status, {
    ...headers,
    ...security,
    'cache-control': 'no-store',
    'content-length': String(body.length),
    'x-request-id': requestInfoOf(req).id,
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function pathOf({ href }: PublicAddress): string {
  return href.split('?', 1)[0] ?? href
}
