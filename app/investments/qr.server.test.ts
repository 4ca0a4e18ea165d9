import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { drawQr, type QrDrawing } from './qr.server'

/** Draws the code as a browser would: dark modules on white, `scale` pixels a module. */
function paint({ size, path }: QrDrawing, scale = 4) {
  const side = size * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = (row * side + Number(x) * scale) * 4
      for (let at = start; at < start + Number(run) * scale * 4; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return { pixels, side }
}

test.each([
  ['TRON', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['the longest', 'x'.repeat(256)],
])('the code decodes to exactly the address: %s', (_, address) => {
  const { pixels, side } = paint(drawQr(address))
  expect(jsQR(pixels, side, side)?.data).toBe(address)
})
