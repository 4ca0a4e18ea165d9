import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Call } from '~/contract/call'
import { Refusal } from '../domain/refusal'

/**
 * Forms with files. Invariants: no whole file is in memory, only the current chunk; names and counts are those of the
 * contract; text fields come before files, so that an invalid text is refused before any file is read; if a sender
 * disconnects or is slower than the limit, the work is undone.
 */

/** A file that is on its way in. */
export interface Upload {
  /** The contract's name of it. */
  field: string
  /** The sender's own name for it, which is not to be trusted. */
  fileName: string
  /** How long it can be at most. */
  maxBytes: number
  /** Its bytes, once. Fails with too_large beyond the limit, with validation when the form is broken off. */
  bytes: AsyncIterable<Uint8Array>
}

export interface Form {
  /** The text fields, not yet checked by the schema. */
  fields: Record<string, unknown>
  /** The files in the order they come in; to be gone through to the end, where missing ones are refused. */
  uploads: AsyncIterable<Upload>
}

/** The default maximum size of a file, in MiB. */
export const defaultMaxFileMib = 10

/** The maximum time of an upload from its first byte to its last. */
const uploadLimitMs = 100_000
/**
 * How long the parser may stop reading while no file is read. It skips a part with a malformed head, and stalls once
 * that part is longer than its buffer.
 */
const stallMs = 1_000
/** A text of the contract is shorter than this in any script. */
const maxTextBytes = 64 * 1024

export function takeForms(app: FastifyInstance): void {
  void app.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads the text fields of a multipart request, up to its first file.
 * @throws Refusal unsupported_file for another content type, validation for what the contract does not name
 */
export async function openForm(request: FastifyRequest, call: Call): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal('unsupported_file')
  const late = setTimeout(() => request.raw.destroy(), uploadLimitMs)
  request.raw.once('close', () => clearTimeout(late))

  const names = Object.keys(call.body.shape)
  const files = call.files ?? []
  const maxFileMib = call.maxFileMib ?? defaultMaxFileMib
  const parts = request.parts({
    limits: {
      // One more than there are, so that the one too many is seen and named.
      fields: names.length + 1,
      files: files.length + 1,
      fileSize: maxFileMib * 1024 * 1024,
      fieldSize: maxTextBytes,
      headerPairs: 20,
    },
  })
  const fields: Record<string, unknown> = {}
  const next = () => nextOf(parts, request.raw)
  let part = await next()
  for (; part?.type === 'field'; part = await next()) {
    if (!names.includes(part.fieldname) || part.fieldname in fields) throw unnamed(part)
    if (part.valueTruncated) throw Refusal.ofField(part.fieldname, 'too_long')
    fields[part.fieldname] = part.value
  }
  return { fields, uploads: uploadsOf(part, next, { names: files, maxFileMib }) }
}

/** Lets the rest of a refused form pass by, or its sender would still be writing when the answer comes. */
export async function letPass({ raw }: FastifyRequest, maxBytes = 64 * 1024 * 1024): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  await new Promise<void>((resolve) => {
    let passed = 0
    raw.on('data', (piece: Buffer) => {
      passed += piece.length
      if (passed > maxBytes) raw.destroy()
    })
    for (const event of ['end', 'close', 'error'] as const) raw.once(event, () => resolve())
    raw.resume()
  })
}

async function* uploadsOf(
  first: MultipartFile | undefined,
  next: () => Promise<Multipart | undefined>,
  { names, maxFileMib }: { names: readonly string[]; maxFileMib: number },
): AsyncGenerator<Upload> {
  const seen = new Set<string>()
  for (let part: Multipart | undefined = first; part; part = await next()) {
    const { fieldname: field } = part
    if (part.type === 'field' || !names.includes(field) || seen.has(field)) throw unnamed(part)
    // How browsers send a file that was not chosen.
    if (!part.filename) throw Refusal.ofField(field, 'required')
    seen.add(field)
    yield {
      field,
      fileName: part.filename,
      maxBytes: maxFileMib * 1024 * 1024,
      bytes: bytesOf(part, maxFileMib),
    }
    part.file.resume() // an unread file must not block the next
  }
  const missing = names.filter((name) => !seen.has(name))
  if (missing.length === 0) return
  throw new Refusal('validation', {
    fields: Object.fromEntries(missing.map((name) => [name, { code: 'required' }])),
  })
}

async function* bytesOf({ file, fieldname }: MultipartFile, maxFileMib: number): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]()
  for (;;) {
    const piece = await pieces.next().catch(brokenForm)
    if (piece.done) break
    yield piece.value
  }
  if (file.truncated) {
    throw new Refusal('too_large', { field: fieldname, params: { max: `${maxFileMib} MB` } })
  }
}

async function nextOf(
  parts: AsyncIterator<Multipart>,
  raw: FastifyRequest['raw'],
): Promise<Multipart | undefined> {
  let isHeld = false
  let [bytesSoFar, bytesSeen] = [0, 0]
  const count = (piece: Buffer) => (bytesSoFar += piece.length)
  raw.on('data', count)
  let watch: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      if (isHeld && raw.isPaused() && bytesSeen === bytesSoFar) reject(new Refusal('validation'))
      isHeld = raw.isPaused()
      bytesSeen = bytesSoFar
    }, stallMs)
  })
  try {
    const next = await Promise.race([parts.next().catch(brokenForm), stalled])
    return next.done ? undefined : next.value
  } finally {
    clearInterval(watch)
    raw.off('data', count)
  }
}

/** An error of the parser is caused by the sender's form, or by a sender who has disconnected. */
function brokenForm(): never {
  throw new Refusal('validation')
}

/** A part that the contract does not name, names once only, or names in another place. */
function unnamed({ fieldname }: Multipart): Refusal {
  return /^[\w-]{1,64}$/.test(fieldname) ? Refusal.ofField(fieldname, 'invalid') : new Refusal('validation')
}
