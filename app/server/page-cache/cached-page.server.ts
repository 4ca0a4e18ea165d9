import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import { type Encoding, encodingFor, encodings } from './encodings.server'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** An answer in the encodings that it is sent in, with all its headers. Sent as it is, any number of times. */
export interface CachedPage {
  /** Its maximum size in memory. */
  readonly bytes: number
  readonly plain: Buffer
  readonly sent: { readonly identity: Sent } & Partial<Record<Encoding, Sent>>
  /** Makes a missing encoding; once, for concurrent requests. */
  compress(encoding: Compression): Promise<Sent>
  /** Of the text itself; each encoding's own tag begins with it. */
  readonly tag: string
}

type Compression = Exclude<Encoding, 'identity'>

interface Sent {
  body: Buffer
  /** Alternating names and values, the form that node writes fastest. */
  head: string[]
  /** The same for a client that has the page already (304). */
  headOfKnown: string[]
}

export interface CompressOptions {
  /** All of the answer's but for its length and encoding. */
  headers: Record<string, string>
  /** Compressed at once and as tightly as possible; or quickly on demand, for a page that may be requested once. */
  effort: 'tight' | 'quick'
  /** The previous entry: the same bytes are not compressed again. */
  previous?: CachedPage
}

export async function compressPage(
  plain: Buffer,
  { headers, effort, previous }: CompressOptions,
): Promise<CachedPage> {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const known: Partial<CachedPage['sent']> = previous?.plain.equals(plain) ? previous.sent : {}
  const as = (encoding: Encoding, body: Buffer): Sent => {
    const always = { ...headers, etag: etagOf(tag, encoding) }
    const { 'content-type': _type, ...ofKnown } = always as Record<string, string>
    const contentEncoding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return {
      body,
      head: [...Object.entries(always).flat(), ...contentEncoding, 'content-length', String(body.length)],
      headOfKnown: Object.entries(ofKnown).flat(),
    }
  }
  const underWay = new Map<Compression, Promise<Sent>>()
  const page: CachedPage = {
    bytes: plain.length * 2,
    plain,
    sent: { identity: as('identity', plain) },
    compress(encoding) {
      const compressing =
        underWay.get(encoding) ??
        compressors[encoding](plain, effort).then((body) => (page.sent[encoding] = as(encoding, body)))
      underWay.set(encoding, compressing)
      return compressing
    },
    tag,
  }
  for (const encoding of ['br', 'gzip'] as const) {
    const body = known[encoding]?.body
    if (body) page.sent[encoding] = as(encoding, body)
    else if (effort === 'tight') await page.compress(encoding)
  }
  return page
}

/**
 * Answers with a cached page: 304 if the client has it already, in any encoding; only the head to HEAD.
 * @param requestId the one header that differs each time
 */
export function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  page: CachedPage,
  requestId: string,
): void {
  const encoding = encodingFor(req.headers['accept-encoding'])
  const ready = page.sent[encoding]
  if (ready || encoding === 'identity')
    return send(req, res, ready ?? page.sent.identity, page.tag, requestId)
  const plain = () => page.sent.identity
  void page
    .compress(encoding)
    .catch(plain)
    .then((made) => send(req, res, made, page.tag, requestId))
}

function send(
  { headers, method }: IncomingMessage,
  res: ServerResponse,
  { body, head, headOfKnown }: Sent,
  tag: string,
  requestId: string,
): void {
  if (isKnown(headers, tag)) res.writeHead(304, [...headOfKnown, 'x-request-id', requestId]).end()
  else res.writeHead(200, [...head, 'x-request-id', requestId]).end(method === 'HEAD' ? undefined : body)
}

/**
 * Whether one of the tags belongs to this text, in any encoding. A cache in front that compresses again makes strong
 * tags weak.
 */
function isKnown(headers: IncomingHttpHeaders, tag: string): boolean {
  if (!headers['if-none-match']) return false
  return encodings.some((encoding) => fresh(headers, { etag: etagOf(tag, encoding) }))
}

function etagOf(tag: string, encoding: Encoding): string {
  return `"${tag}-${encoding}"`
}

const compressors: Record<
  Compression,
  (plain: Buffer, effort: CompressOptions['effort']) => Promise<Buffer>
> = {
  br: (plain, effort) =>
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: effort === 'tight' ? constants.BROTLI_MAX_QUALITY : 5,
        // A window as wide as the page: the usual one takes 32 MB of memory to compress 60 KB.
        [constants.BROTLI_PARAM_LGWIN]: windowFor(plain.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain, effort) =>
    compressGzip(plain, { level: effort === 'tight' ? constants.Z_BEST_COMPRESSION : 5 }),
}

/** The exponent of the smallest window that holds so many bytes. */
function windowFor(bytes: number): number {
  const exponent = Math.ceil(Math.log2(bytes + 1))
  return Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, exponent))
}
