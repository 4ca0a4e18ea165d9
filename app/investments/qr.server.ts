import { create } from 'qrcode'

/** A QR code as one SVG path: a unit is a module, and the quiet zone of four modules is part of `size`. */
export interface QrDrawing {
  size: number
  path: string
}

const quietZone = 4

/** Draws the text exactly as given, at the level of correction that survives a scratched screen. */
export function drawQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let run = 1
      while (column + run < modules.size && modules.get(row, column + run)) run++
      path += `M${column + quietZone} ${row + quietZone}h${run}v1h-${run}z`
      column += run
    }
  }
  return { size: modules.size + 2 * quietZone, path }
}
