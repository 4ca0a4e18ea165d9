import { crc32, deflateSync } from 'node:zlib'

/**
 * The demonstration's one picture: water seen from the side, drawn here so that no file has to travel with the
 * program. A notification shows it.
 */

/** Where the backend of a demonstration serves it. */
export const tidePath = '/api/demo/pictures/tide.png'

/** What it shows, for those who can't see it. */
export const tideAlt = {
  ru: 'Вода в разрезе: под волной семь слоёв, от светлого до тёмного',
  en: 'Water seen from the side: below the wave seven layers, from light to dark',
}

const width = 640
const height = 360

/** A PNG of a few kilobytes. */
export function tidePicture(): Buffer {
  const rows = Array.from({ length: height }, (_, y) => rowAt(y))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits a channel, RGB
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Colour = readonly [red: number, green: number, blue: number]

const sky: Colour = [236, 246, 248]
const line: Colour = [255, 255, 255]
const surface: Colour = [126, 196, 208]
const abyss: Colour = [10, 44, 66]

/** One row of pixels after the byte that marks it as unfiltered. */
function rowAt(y: number): Buffer {
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x++) row.set(colourAt(x, y), 1 + x * 3)
  return row
}

function colourAt(x: number, y: number): Colour {
  const waterline = 120 + 7 * Math.sin((x / width) * Math.PI * 3)
  if (y < waterline - 1) return sky
  if (y < waterline + 2) return line
  // Seven steps of depth, each with its own swell.
  const swell = 5 * Math.sin((x / width) * Math.PI * 4 + y / 60)
  const depth = Math.min(6, Math.max(0, Math.floor((y + swell - waterline) / 36))) / 6
  return surface.map((from, channel) =>
    Math.round(from + (abyss[channel]! - from) * depth),
  ) as unknown as Colour
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
