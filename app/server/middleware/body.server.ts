import { type IncomingMessage, type ServerResponse } from 'node:http'
import { operatorPaths } from '~/operator-paths'
import { fieldLimits, isFieldName, longFieldLimits } from '~/session/field-names.server'
import { typedText } from '~/session/typed-text.server'
import { BrokenForm, openUpload } from '~/session/upload.server'
import { Refusal } from '~/session/refusal.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/** Far above the texts of our largest form. */
const limitBytes = 64 * 1024
interface FormLimits {
  bytes: number
  fields: number
  valueChars: number
}

const usualLimits: FormLimits = {
  bytes: limitBytes,
  fields: fieldLimits.fields,
  valueChars: fieldLimits.valueChars,
}

/** News and questions with their answers are longer than what anyone else types. */
function limitsOf(path: string): FormLimits {
  return path.startsWith(`${operatorPaths.content()}/`) ? longFieldLimits : usualLimits
}

/** How much of a refused body is still taken in, so that the client gets to read the refusal. */
const drainBytes = 32 * 1024 * 1024

/**
 * Reads a posted form, once and bounded, into the request: a form that is too large, or that none of our pages sends,
 * is refused before other code uses it. Every field is a scalar: a repeated one is a forgery or a mistake, and which
 * of the two values counts must not be left to chance. Of a form with files only the texts are read; the route reads
 * the files.
 */
export const readForm: Middleware = (req, res, next) => {
  if (req.method !== 'POST') return next()
  const isUpload = /^multipart\//i.test(req.headers['content-type'] ?? '')
  const reading = isUpload ? readTexts(req, res) : readFields(req)
  reading.then(
    () => next(),
    (error: unknown) => {
      if (error instanceof Refusal) res.setHeader('connection', 'close')
      next(error)
    },
  )
}

async function readFields(req: IncomingMessage): Promise<void> {
  const limits = limitsOf(requestInfoOf(req).url.pathname)
  const form = parse(await readBytes(req, limits), limits)
  if (!form) throw new Refusal('body_broken')
  requestInfoOf(req).form = form
}

async function readTexts(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const upload = await openUpload(req, res, { bytes: limitBytes, fields: fieldLimits.fields }).catch(
    (error: unknown) => {
      throw error instanceof BrokenForm ? new Refusal(error.reason) : error
    },
  )
  res.once('finish', () => upload.letPass())
  Object.assign(requestInfoOf(req), { form: upload.form, upload })
}

function readBytes(req: IncomingMessage, { bytes }: FormLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooLarge = () => {
      chunks.length = 0
      reject(new Refusal('body_too_large'))
    }
    if (Number(req.headers['content-length'] ?? 0) > bytes) tooLarge()
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > drainBytes) req.destroy()
      else if (size > bytes) tooLarge()
      else chunks.push(chunk)
    })
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(new Refusal('body_broken')))
    req.once('error', () => reject(new Refusal('body_broken')))
  })
}

/** The fields, or null for an invalid body: not UTF-8, a NUL, one field twice, more than the limits. */
function parse(bytes: Buffer, limits: FormLimits): FormData | null {
  const text = bytes.toString('latin1') // percent-encoded: anything past ASCII was not sent by a browser's form
  if (/[^\x20-\x7e]/.test(text) || /%00/.test(text) || !isUtf8(text)) return null
  if (hasMoreThan(limits.fields, '&', text)) return null
  const form = new FormData()
  for (const [name, posted] of new URLSearchParams(text)) {
    const value = typedText(posted)
    if (!isFieldName(name) || value.length > limits.valueChars || form.has(name)) return null
    form.set(name, value)
  }
  return form
}

/** Whether a text has this many parts with the separator between them, and one more. */
function hasMoreThan(parts: number, separator: string, text: string): boolean {
  let at = -1
  for (let count = 0; count < parts; count += 1) {
    at = text.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
