import { load } from 'cheerio'
import jsQR from 'jsqr'

/**
 * The content of a page's QR code as a camera reads it, with four pixels a module; undefined if the page has
 * none.
 */
export function scan({ html }: { html: string }): string | undefined {
  const drawing = load(html)('svg[role="img"]:has(path[d*="v1h-"])').first()
  const [left, top, width, height] = drawing.attr('viewBox')?.split(' ') ?? []
  if (left !== '0' || top !== '0' || width !== height) return undefined
  const side = Number(width) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const modules = drawing.find('path').last().attr('d') ?? ''
  for (const [, x, y, run] of modules.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      const start = (row * side + Number(x) * 4) * 4
      for (let at = start; at < start + Number(run) * 16; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return jsQR(pixels, side, side)?.data
}
