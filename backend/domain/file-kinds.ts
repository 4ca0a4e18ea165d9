import { fileKindOf } from '~/formats/file-kinds.server'

/**
 * Which files are accepted. Invariants: a file that is stored and later shown to an operator is one of four kinds, by
 * its name and by its first bytes, and nothing that a program could take for HTML, SVG with scripts or an archive.
 */

/** How much of a file is looked at before it is taken. */
export const inspectedBytes = 4096

export const mediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type MediaType = (typeof mediaTypes)[number]

const extensions: Record<MediaType, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
}

/** Content that makes a file ambiguous, anywhere in the head, in either case. */
const foreignMarks =
  /<(?:!doctype\s+html|html|head|body|script|iframe|svg|!doctype\s+svg)(?![\w-])|http:\/\/www\.w3\.org\/2000\/svg|PK\x03\x04|PK\x05\x06/i
const pdfMark = '%PDF-'

/**
 * The kind of a file, or null if it is not an accepted one.
 * @param fileName as the browser names it; only its extension counts
 * @param head the first `inspectedBytes`, or the whole of a shorter file
 */
export function kindOf(fileName: string, head: Buffer): MediaType | null {
  const extension = /\.([a-z]+)$/.exec(fileName.toLowerCase())?.[1] ?? ''
  const mediaType = mediaTypes.find((one) => one === fileKindOf(head)?.mediaType)
  if (!mediaType || !extensions[mediaType].includes(extension)) return null
  // One letter a byte, so that marks are found in binary data too.
  const text = head.toString('latin1', 0, inspectedBytes)
  if (foreignMarks.test(text)) return null
  return text.includes(pdfMark, 1) ? null : mediaType
}
