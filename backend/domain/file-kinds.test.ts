import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../tests/support/files'
import { inspectedBytes, kindOf } from './file-kinds'

/** A file with this content at this offset. */
function withMark(kind: 'jpg' | 'png' | 'webp' | 'pdf', mark: string, at = 2000): Buffer {
  const bytes = fileBytes(kind, inspectedBytes)
  bytes.write(mark, at, 'latin1')
  return bytes
}

describe('the kind of a file', () => {
  it.each([
    ['passport.jpg', 'jpg', 'image/jpeg'],
    ['passport.JPEG', 'jpg', 'image/jpeg'],
    ['me and my login.png', 'png', 'image/png'],
    ['кошелёк.webp', 'webp', 'image/webp'],
    ['scan.2026.pdf', 'pdf', 'application/pdf'],
  ] as const)('of %s with the bytes of a %s is %s', (name, bytes, kind) => {
    expect(kindOf(name, fileBytes(bytes))).toBe(kind)
  })

  it.each([
    ['name and bytes that differ', 'photo.png', fileBytes('jpg')],
    ['no ending', 'photo', fileBytes('jpg')],
    ['a last ending of another kind', 'photo.jpg.html', fileBytes('jpg')],
    ['a name that hides its ending', 'photo.jpg ', fileBytes('jpg')],
    ['no bytes', 'photo.jpg', Buffer.alloc(0)],
    ['too few bytes', 'photo.png', fileBytes('png').subarray(0, 5)],
    ['a drawing', 'photo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["an SVG with a picture's name", 'photo.png', Buffer.from('<svg onload="alert(1)"/>')],
    ['a page', 'page.html', Buffer.from('<!doctype html><p>hello')],
    ['RIFF of another kind', 'photo.webp', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['a PDF with leading bytes', 'scan.pdf', Buffer.concat([Buffer.from('\n'), fileBytes('pdf')])],
  ])('is none for %s', (_what, name, bytes) => {
    expect(kindOf(name, bytes)).toBeNull()
  })

  it.each([
    ['<html', 'jpg'],
    ['<HTML lang=en>', 'png'],
    ['<!DOCTYPE html>', 'webp'],
    ['<ScRiPt>alert(1)', 'pdf'],
    ['<svg width=1', 'jpg'],
    ['http://www.w3.org/2000/svg', 'png'],
    ['%PDF-1.4', 'jpg'],
    ['%PDF-1.4', 'pdf'],
    ['PK\x03\x04', 'jpg'],
    ['PK\x05\x06', 'pdf'],
  ] as const)('is none with %j inside a %s', (mark, kind) => {
    expect(kindOf(`file.${kind}`, withMark(kind, mark))).toBeNull()
    expect(kindOf(`file.${kind}`, withMark(kind, mark, inspectedBytes - mark.length))).toBeNull()
  })

  it('accepts the metadata that cameras write', () => {
    const xmp = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><header/></rdf:RDF>'
    expect(kindOf('file.jpg', withMark('jpg', xmp))).toBe('image/jpeg')
  })
})
