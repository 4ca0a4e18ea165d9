import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { fieldLimits, isFieldName } from './field-names.server'
import { typedText } from './typed-text.server'

/**
 * A posted form with files, read as it arrives. Invariants: no whole file is in memory, only the current chunk, and
 * backpressure from its consumer reaches the sender; text comes before files, so that a form is validated before any
 * file is read; every field comes once, since which of two values counts must not be left to chance.
 */
export interface Upload {
  /** All text fields. */
  readonly form: FormData
  /** The first file; null in a form without any. */
  readonly first: FilePart | null
  /**
   * The files as they arrive, once. The unread rest of a file is skipped before the next one.
   * @throws BrokenForm for a form that is broken off, a text behind a file, a file that comes twice
   */
  files(): AsyncGenerator<FilePart>
  /** The bytes of the whole form as its sender has announced them; null where it has not. */
  readonly contentLength: number | null
  /** Aborted when the sender has gone away without waiting for the answer. */
  readonly gone: AbortSignal
  /** Lets the rest pass by, or a sender that is still writing would never come to read the answer. */
  letPass(): void
}

export interface FilePart {
  name: string
  /** The sender's own name for it, which is not to be trusted; empty where no file was chosen. */
  fileName: string
  /** From the sender, so not to be trusted either. */
  mediaType: string
  /** Once. Fails with BrokenForm where the file is broken off. */
  bytes: AsyncIterable<Uint8Array>
}

/** The bytes are not a valid form, or not all of one. */
export class BrokenForm extends Error {
  override name = 'BrokenForm'
  constructor(readonly reason: 'body_broken' | 'body_too_large' = 'body_broken') {
    super(reason)
  }
}

export interface TextLimits {
  /** Of all values together. */
  bytes: number
  fields: number
}

type Part = { name: string; text: string } | (FilePart & { passBy: () => void })

/** More than any of our forms has. */
const maxFiles = 10
/** The bound for all around the texts: the names, the boundaries, and the piece in which the first file begins. */
const wrappingBytes = 192 * 1024
/**
 * How long the parser may stop reading while no file is read. It skips a part with a malformed head, and stalls once
 * that part is longer than its buffer.
 */
const stallMs = 1_000
/** How much of a refused form is still taken in. */
const passingBytes = 64 * 1024 * 1024

/**
 * Reads the text fields, up to the first file.
 * @throws BrokenForm
 */
export async function openUpload(
  req: IncomingMessage,
  res: ServerResponse,
  limits: TextLimits,
): Promise<Upload> {
  const gone = new AbortController()
  res.once('close', () => res.writableFinished || gone.abort())
  const letPass = passingBy(req)
  const parts = partsOf(req, limits, letPass)
  const next = async () => {
    const { done, value } = await parts.next()
    return done ? null : value
  }

  const form = new FormData()
  let part = await next()
  for (; part && 'text' in part; part = await next()) {
    if (form.has(part.name)) throw new BrokenForm()
    form.set(part.name, part.text)
  }
  const first = part

  async function* files(): AsyncGenerator<FilePart> {
    const seen = new Set<string>()
    for (let file: Part | null = first; file; file = await next()) {
      if ('text' in file || seen.has(file.name)) throw new BrokenForm()
      seen.add(file.name)
      yield file
      file.passBy()
    }
  }
  const announced = Number(req.headers['content-length'])
  const contentLength = Number.isSafeInteger(announced) ? announced : null
  return { form, first, files, contentLength, gone: gone.signal, letPass }
}

/** The parts of a form in their order. A file's bytes wait for their reader, and so does all that follows. */
function partsOf(
  req: IncomingMessage,
  limits: TextLimits,
  letPass: () => void,
): AsyncIterator<Part, undefined> {
  const parts = new Readable({ objectMode: true, read() {} })
  let underWay: BusboyFileStream | null = null
  /** The file whose end has not been read yet. */
  let unread: BusboyFileStream | null = null
  let [textBytes, bytesSoFar, bytesSeen] = [0, 0, 0]
  let isStalled = false
  const fail = (reason?: BrokenForm['reason']) => {
    const error = new BrokenForm(reason)
    parts.destroy(error)
    underWay?.destroy(error)
    letPass()
  }
  parts.on('error', () => {}) // the reader of the next part gets the error
  const busboy = busboyFor(req, limits)
  if (!busboy) fail()
  else {
    busboy
      .on('field', (name: string | undefined, posted: string) => {
        textBytes += Buffer.byteLength(posted)
        const text = typedText(posted)
        if (textBytes > limits.bytes) fail('body_too_large')
        else if (!isName(name) || !isText(text)) fail()
        else parts.push({ name, text })
      })
      .on('file', (name, stream, fileName, _encoding, mediaType) => {
        underWay = stream
        stream.on('error', () => {}) // its reader gets the error
        unread = stream
        stream.once('end', () => unread === stream && (unread = null))
        if (!isName(name)) fail()
        else parts.push(fileOf(name, stream, { fileName: nameOf(fileName), mediaType }))
      })
      .on('finish', () => parts.push(null))
    const watch = setInterval(() => {
      if (parts.destroyed || req.destroyed || busboy.writableFinished) return clearInterval(watch)
      if (isStalled && bytesSeen === bytesSoFar) fail()
      isStalled = !unread && busboy.writableLength > 0
      bytesSeen = bytesSoFar
    }, stallMs).unref()
    for (const event of ['error', 'partsLimit', 'filesLimit', 'fieldsLimit']) busboy.on(event, () => fail())
    req.on('data', (piece: Buffer) => {
      bytesSoFar += piece.length
      if (!underWay && bytesSoFar > limits.bytes + wrappingBytes) fail('body_too_large')
    })
    req.once('error', () => fail())
    req.once('close', () => req.complete || fail())
    req.pipe(busboy)
  }
  return parts[Symbol.asyncIterator]() as AsyncIterator<Part, undefined>
}

/** The parser, or null where the head names no boundary. */
function busboyFor({ headers }: IncomingMessage, { bytes, fields }: TextLimits) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: { fields, files: maxFiles, fieldSize: bytes + 1, headerPairs: 20, headerSize: 16 * 1024 },
    })
  } catch {
    return null
  }
}

function fileOf(
  name: string,
  stream: BusboyFileStream,
  described: Pick<FilePart, 'fileName' | 'mediaType'>,
): Part {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* stream as AsyncIterable<Buffer>
    } catch {
      throw new BrokenForm()
    }
  }
  return { name, ...described, bytes: bytes(), passBy: () => void stream.resume() }
}

/** Without a NUL, and without the replacement character of invalid UTF-8. */
function isText(value: string): boolean {
  return value.length <= fieldLimits.valueChars && !/[\0\ufffd]/.test(value)
}

/** Files have plain names, and so do the texts before them. */
function isName(name: string | undefined): name is string {
  return name !== undefined && /^[\w-]+$/.test(name) && isFieldName(name)
}

/** The last part of a path, without what could end a header, no longer than file systems take it. */
function nameOf(fileName: string): string {
  return fileName.replace(/[\p{Cc}"\\]/gu, '').slice(-128)
}

/** A function that discards the rest of a request. It can be called several times. */
function passingBy(req: IncomingMessage): () => void {
  let [passing, passed] = [false, 0]
  return () => {
    if (passing || req.readableEnded || req.destroyed) return
    passing = true
    req.unpipe()
    req.on('data', (piece: Buffer) => {
      passed += piece.length
      if (passed > passingBytes) req.destroy()
    })
    req.resume()
  }
}
