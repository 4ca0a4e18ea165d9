/**
 * The kinds of files that are passed on to browsers, known by their first bytes. None of them can be taken for a page:
 * HTML, SVG and office files are not among them.
 */
export interface FileKind {
  mediaType: string
  extension: string
  /** Whether browsers show it. The others can only be saved. */
  isShown: boolean
}

interface KnownKind extends FileKind {
  is: (head: Buffer) => boolean
}

/** How many of the first bytes tell the kind. */
export const tellingBytes = 12

const known: KnownKind[] = [
  {
    ...{ mediaType: 'image/png', extension: 'png', isShown: true },
    is: (head) => startsWith(head, '89504e470d0a1a0a'),
  },
  {
    ...{ mediaType: 'image/jpeg', extension: 'jpg', isShown: true },
    is: (head) => startsWith(head, 'ffd8ff'),
  },
  {
    ...{ mediaType: 'image/webp', extension: 'webp', isShown: true },
    is: (head) => startsWith(head, '52494646') && head.toString('latin1', 8, 12) === 'WEBP',
  },
  {
    ...{ mediaType: 'application/pdf', extension: 'pdf', isShown: true },
    is: (head) => head.toString('latin1', 0, 5) === '%PDF-',
  },
  // The pictures of phones: most browsers don't show them.
  {
    ...{ mediaType: 'image/heic', extension: 'heic', isShown: false },
    is: (head) =>
      head.toString('latin1', 4, 8) === 'ftyp' &&
      ['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'].includes(head.toString('latin1', 8, 12)),
  },
]

/** Null for a file of no known kind. @param head its first bytes, `tellingBytes` of them or more */
export function fileKindOf(head: Buffer): FileKind | null {
  const found = known.find(({ is }) => is(head))
  if (!found) return null
  const { is: _is, ...kind } = found
  return kind
}

/** The kinds that browsers draw as pictures. */
export const pictureTypes: readonly string[] = known
  .filter(({ mediaType, isShown }) => isShown && mediaType.startsWith('image/'))
  .map(({ mediaType }) => mediaType)

export const fileTypes: readonly string[] = known.map(({ mediaType }) => mediaType)

const startsWith = (head: Buffer, hex: string) => head.toString('hex', 0, hex.length / 2) === hex
