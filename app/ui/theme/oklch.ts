import { clampChroma, formatHex, wcagContrast } from 'culori'

/** OKLCH to sRGB, at build time: colours are stated once, in OKLCH, and older browsers get the nearest hex. */

/** Lightness 0 to 1, chroma from 0, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

export const toCss = ([l, c, h]: Oklch): string => `oklch(${l} ${c} ${h})`

/** `#rrggbb`; a colour outside sRGB loses chroma, never lightness, so that its contrast stays. */
export function toHex([l, c, h]: Oklch): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'))
}

/** WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other)
}
