import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from './encodings.server'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** An answer in each encoding that it is sent in, with all its headers. Sent as it is, any number of times. */
export interface KeptPage {
  /** What it takes in memory. */
  readonly bytes: number
  readonly plain: Buffer
  readonly sent: Record<Encoding, Sent>
  /** Of the text itself; each encoding's own tag begins with it. */
  readonly tag: string
}

interface Sent {
  body: Buffer
  /** Names and values in turn, as node writes them with the least work. */
  head: string[]
  /** The same for who has it already. */
  headOfKnown: string[]
}

export interface PackOptions {
  /** All of the answer's but for its length and encoding. */
  headers: Record<string, string>
  /** Packed once as tightly as can be, or quickly for what may be asked for once. */
  effort: 'tight' | 'quick'
  /** What was kept so far: the same bytes are not packed again. */
  previous?: KeptPage
}

export async function packPage(plain: Buffer, { headers, effort, previous }: PackOptions): Promise<KeptPage> {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const [br, gz] = previous?.plain.equals(plain)
    ? [previous.sent.br.body, previous.sent.gzip.body]
    : await packed(plain, effort)
  const as = (encoding: Encoding, body: Buffer): Sent => {
    const always = { ...headers, etag: `"${tag}-${encoding}"` }
    const { 'content-type': _type, ...ofKnown } = always as Record<string, string>
    const packing = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return {
      body,
      head: [...Object.entries(always).flat(), ...packing, 'content-length', String(body.length)],
      headOfKnown: Object.entries(ofKnown).flat(),
    }
  }
  return {
    bytes: plain.length + br.length + gz.length,
    plain,
    sent: { br: as('br', br), gzip: as('gzip', gz), identity: as('identity', plain) },
    tag,
  }
}

/**
 * Answers with a kept page: 304 to who has it already, in whatever encoding; only the head to HEAD.
 * @param requestId the one header that is another each time
 */
export function sendPage(
  { headers, method }: IncomingMessage,
  res: ServerResponse,
  page: KeptPage,
  requestId: string,
): void {
  const { body, head, headOfKnown } = page.sent[encodingFor(headers['accept-encoding'])]
  if (isKnown(headers['if-none-match'], page.tag))
    res.writeHead(304, [...headOfKnown, 'x-request-id', requestId]).end()
  else res.writeHead(200, [...head, 'x-request-id', requestId]).end(method === 'HEAD' ? undefined : body)
}

/** Whether one of the tags is of this text. A cache in front that packs anew makes strong tags weak. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (!header) return false
  return header.split(',').some((given) => {
    const word = given.trim().replace(/^W\//, '')
    return word === '*' || word.startsWith(`"${tag}-`)
  })
}

async function packed(plain: Buffer, effort: PackOptions['effort']): Promise<[Buffer, Buffer]> {
  const tight = effort === 'tight'
  return Promise.all([
    packBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: tight ? constants.BROTLI_MAX_QUALITY : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    packGzip(plain, { level: tight ? constants.Z_BEST_COMPRESSION : 5 }),
  ])
}
