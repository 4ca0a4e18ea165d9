import jsQR from 'jsqr'

/**
 * The content of a page's QR code as a camera reads it, with four pixels a module; undefined if the page has
 * none.
 */
export function scan({ html }: { html: string }): string | undefined {
  const [, size = '', drawing = ''] =
    /<svg[^>]*viewBox="0 0 (\d+) \1"[^>]*role="img"[^>]*>(.*?)<\/svg>/s.exec(html) ?? []
  const side = Number(size) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, run] of drawing.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      const start = (row * side + Number(x) * 4) * 4
      for (let at = start; at < start + Number(run) * 16; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return jsQR(pixels, side, side)?.data
}
