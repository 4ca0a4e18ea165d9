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
  readonly sent: Record<Encoding, { body: Buffer; etag: string; headers: Record<string, string> }>
  /** Of the text itself; each encoding's own tag begins with it. */
  readonly tag: string
}

export interface PackOptions {
  /** Of the answer, in lower case: its type, its policy, who may keep it. */
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
  const as = (encoding: Encoding, body: Buffer) => {
    const etag = `"${tag}-${encoding}"`
    const own: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return { body, etag, headers: { ...headers, ...own, etag, 'content-length': String(body.length) } }
  }
  return {
    bytes: plain.length + br.length + gz.length,
    plain,
    sent: { br: as('br', br), gzip: as('gzip', gz), identity: as('identity', plain) },
    tag,
  }
}

/** Answers with a kept page: 304 to who has it already, in whatever encoding; only the head to HEAD. */
export function sendPage(req: IncomingMessage, res: ServerResponse, page: KeptPage): void {
  const { body, headers } = page.sent[encodingFor(req.headers['accept-encoding'])]
  if (isKnown(req.headers['if-none-match'], page.tag)) {
    const {
      'content-length': _length,
      'content-encoding': _encoding,
      'content-type': _type,
      ...rest
    } = headers
    res.writeHead(304, rest).end()
    return
  }
  res.writeHead(200, headers).end(req.method === 'HEAD' ? undefined : body)
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
