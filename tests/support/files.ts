/** Files as investors submit them, with realistic first bytes. */

const heads = {
  jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]),
  png: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  webp: Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
  pdf: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
}

/** The bytes of a file of a kind; only the first bytes matter. */
export function fileBytes(kind: keyof typeof heads, length = 5000): Buffer {
  return Buffer.concat([heads[kind], Buffer.alloc(Math.max(0, length - heads[kind].length), 0xa7)])
}

/** The same as a part of a form. */
export function fileOf(kind: keyof typeof heads, length?: number, name = `file.${kind}`): File {
  return new File([new Uint8Array(fileBytes(kind, length))], name)
}
