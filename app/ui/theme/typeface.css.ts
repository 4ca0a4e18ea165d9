import { globalFontFace, globalStyle } from '@vanilla-extract/css'
import { cabinet } from './layers.css'
import { vars } from './vars.css'

/**
 * The typeface of the cabinet and of the operators' part: Onest, variable, with Cyrillic and tabular figures, cut by
 * `npm run typeface`. Public pages keep the reader's own, for their first load fits 20 KB.
 *
 * A file that is not there within a tenth of a second waits for the next page (`optional`), so that no line moves
 * under a reader. The fallback has the typeface's measures, so that both break lines at about the same words.
 */
const family = 'Onest'
const fallback = 'Onest fallback'

const face = { fontWeight: '400 600', fontDisplay: 'optional' } as const

globalFontFace(family, {
  ...face,
  src: 'url(./typeface/latin.woff2) format("woff2")',
  unicodeRange: 'U+0-3FF, U+2000-22FF',
})
globalFontFace(family, {
  ...face,
  src: 'url(./typeface/cyrillic.woff2) format("woff2")',
  unicodeRange: 'U+400-4FF, U+2116',
})
// The mean width of the letters of the product's texts is 1.034 of that of Arial; the heights are Onest's over that.
globalFontFace(fallback, {
  src: 'local("Arial"), local("Liberation Sans")',
  sizeAdjust: '103.4%',
  ascentOverride: '93.8%',
  descentOverride: '29.5%',
  lineGapOverride: '0%',
})

globalStyle(':root', {
  '@layer': { [cabinet]: { fontFamily: `${family}, "${fallback}", ${vars.font.text}` } },
})
