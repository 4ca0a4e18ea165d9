import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * `npm run typeface`: cuts the variable typeface of the cabinet to the characters and weights that its pages use, and
 * writes it beside the theme. The files are kept in the repository, so that a build needs no font tools.
 */

const folder = new URL('../app/ui/theme/typeface/', import.meta.url)
const source = new URL('../node_modules/@fontsource-variable/onest/files/', import.meta.url)

const from = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('')

/** The characters of each file. A character of neither is written in the reader's own typeface. */
export const characters = {
  latin: `${from(0x20, 0x7e)}\u00a0§©«°±·»½×é÷‑–—‘’“”„•…€←↑→↓−≈`,
  cyrillic: `${from(0x410, 0x44f)}Ёё№`,
}

/** The lightest and the heaviest weight in use (`vars.weight`). */
const weights = { min: 400, max: 600, default: 400 }

/** @returns {Promise<Record<keyof typeof characters, Uint8Array>>} the cut files, as woff2 */
export async function cutTypeface() {
  return { latin: await cut('latin'), cyrillic: await cut('cyrillic') }
}

function cut(name) {
  const whole = readFileSync(new URL(`onest-${name}-wght-normal.woff2`, source))
  return subsetFont(whole, characters[name], { targetFormat: 'woff2', variationAxes: { wght: weights } })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, bytes] of Object.entries(await cutTypeface())) {
    writeFileSync(join(fileURLToPath(folder), `${name}.woff2`), bytes)
  }
}
