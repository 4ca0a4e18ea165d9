import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type RequestContext } from '~/context'
import { errorText } from '~/locale/error-text'
import { type MultipartNaming, type SendOptions } from '~/upstream/types'
import { invalid, type ParsedForm } from './parse.server'
import { BrokenForm, type FilePart, type Upload } from '~/session/upload.server'

/**
 * Passes a form with files to the upstream's call: each piece is forwarded as it arrives. A validation error aborts
 * the call in the middle, so that the upstream never sees the end of a refused form.
 */

type FileCode = 'file_required' | 'too_large' | 'unsupported_file'

/** The errors of the files, by field. */
export class FilesRefused extends Error {
  override name = 'FilesRefused'
  constructor(
    readonly fields: Record<string, FileCode>,
    /** The limit, in MiB, for the text of `too_large`. */
    readonly maxFileMib = 0,
  ) {
    super(Object.values(fields).join())
  }
}

interface FilesOf {
  /** The texts as the upstream takes them. */
  texts: Record<string, string>
  /** The contract's names of the files; all are required. */
  files: readonly string[]
  /** The largest that each of them may be. */
  maxFileMib: number
}

/** The upper bound for everything but the files: texts, names, boundaries. */
const wrappingBytes = 256 * 1024

/**
 * Sends texts and files in one call, and aborts it when the client disconnects.
 * @param send makes the call with the body and the signal
 * @throws FilesRefused, BrokenForm, and whatever `send` throws
 */
export async function passFiles<Sent>(
  upload: Upload | null,
  { texts, files, maxFileMib }: FilesOf,
  send: (through: Required<Pick<SendOptions, 'multipart' | 'signal'>>) => Promise<Sent>,
): Promise<Sent> {
  if (!upload?.first?.fileName) throw new FilesRefused(await missingFiles(upload, files))
  refuseByLength(upload, { files, maxFileMib })
  const wrong = new AbortController()
  const boundary = `form-${randomBytes(18).toString('base64url')}`
  let stream: Readable | undefined
  function open(naming: MultipartNaming): Readable {
    const pieces = bodyOf(upload!, { texts, files, maxFileMib, naming }, boundary, (problem) =>
      wrong.abort(problem),
    )
    stream = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })
    stream.on('error', () => {}) // the call receives the error, and has been ended
    return stream
  }
  try {
    return await send({
      multipart: { contentType: `multipart/form-data; boundary=${boundary}`, open },
      signal: AbortSignal.any([wrong.signal, upload.gone]),
    })
  } catch (error) {
    throw wrong.signal.aborted ? wrong.signal.reason : error
  } finally {
    stream?.destroy()
  }
}

/**
 * Which files were not chosen, where nothing is sent on: for a form whose texts are wrong already.
 * @throws BrokenForm
 */
export async function missingFiles(
  upload: Upload | null,
  names: readonly string[],
): Promise<Record<string, FileCode>> {
  const missing = new Set(names)
  for await (const { name, fileName } of upload?.files() ?? []) if (fileName) missing.delete(name)
  return Object.fromEntries([...missing].map((name) => [name, 'file_required']))
}

/** The page again where the texts were wrong, with the files that are missing as well. */
export async function invalidWithFiles(
  context: Pick<RequestContext, 'i18n' | 'upload'>,
  form: ParsedForm<unknown>,
  names: readonly string[],
) {
  try {
    return filesRefused(context, form, new FilesRefused(await missingFiles(context.upload, names)))
  } catch (error) {
    if (error instanceof BrokenForm) return filesRefused(context, form, error)
    throw error
  }
}

/** The page again, with the errors of the files or of the form as a whole. */
export function filesRefused(
  { i18n }: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  problem: FilesRefused | BrokenForm,
) {
  if (problem instanceof BrokenForm)
    return invalid(form, { form: i18n.t(`refusals:request.${problem.reason}`), status: 400 })
  const max = i18n.t('common:form.megabytes', { max: i18n.number(problem.maxFileMib) })
  const fields = Object.entries(problem.fields).map(([name, code]) => [
    name,
    errorText(i18n, code, { max }) ?? i18n.t('refusals:code.invalid'),
  ])
  return invalid(form, { fields: Object.fromEntries(fields) as Record<string, string> })
}

/**
 * The length of a form with one file is known before its body. A form that must fail is refused before any of it is
 * forwarded.
 */
function refuseByLength(
  { contentLength }: Upload,
  { files, maxFileMib }: Pick<FilesOf, 'files' | 'maxFileMib'>,
): void {
  const [only, ...others] = files
  if (!only || others.length > 0 || contentLength === null) return
  if (contentLength > maxFileMib * 1024 * 1024 + wrappingBytes)
    throw new FilesRefused({ [only]: 'too_large' }, maxFileMib)
}

async function* bodyOf(
  upload: Upload,
  { texts, files, maxFileMib, naming }: FilesOf & { naming: MultipartNaming },
  boundary: string,
  refuse: (problem: unknown) => void,
): AsyncGenerator<Uint8Array | string> {
  try {
    for (const [name, text] of Object.entries(naming.texts(texts)))
      yield `${headOf(boundary, { name })}\r\n${text}\r\n`
    const missing = new Set(files)
    for await (const file of upload.files()) {
      if (!missing.delete(file.name)) throw new BrokenForm()
      yield `${headOf(boundary, { ...file, name: naming.fileName(file.name) })}\r\n`
      yield* bytesOf(file, maxFileMib)
      yield '\r\n'
    }
    if (missing.size > 0)
      throw new FilesRefused(Object.fromEntries([...missing].map((name) => [name, 'file_required'])))
    yield `--${boundary}--\r\n`
  } catch (problem) {
    refuse(problem)
    throw problem
  }
}

/** The bytes of a file that was chosen, is not empty and not too large. */
async function* bytesOf({ name, fileName, bytes }: FilePart, maxFileMib: number): AsyncGenerator<Uint8Array> {
  if (!fileName) throw new FilesRefused({ [name]: 'file_required' })
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxFileMib * 1024 * 1024) throw new FilesRefused({ [name]: 'too_large' }, maxFileMib)
    yield piece
  }
  if (size === 0) throw new FilesRefused({ [name]: 'unsupported_file' })
}

/** Names and file names contain nothing that could end the quoted value: `upload.server.ts` checks them. */
function headOf(
  boundary: string,
  { name, fileName, mediaType }: Partial<FilePart> & { name: string },
): string {
  const file =
    fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: ${plainType(mediaType)}`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`
}

function plainType(mediaType = ''): string {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(mediaType) ? mediaType : 'application/octet-stream'
}
