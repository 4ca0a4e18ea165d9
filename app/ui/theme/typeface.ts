import cyrillic from './typeface/cyrillic.woff2'
import latin from './typeface/latin.woff2'

/** Asks for the typeface (typeface.css.ts) before the styles that name it are read. */
export const typefaceLinks = () =>
  [latin, cyrillic].map((href) => ({
    rel: 'preload' as const,
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  }))
