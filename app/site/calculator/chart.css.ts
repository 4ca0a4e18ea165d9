import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const figure = sitePart.style({ display: 'grid', gap: vars.space[2], minWidth: 0 })
export const caption = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })

/** Lengths inside are those of the drawing's own box: its letters are to come out at about 14 px at any width. */
export const drawing = sitePart.style({
  width: '100%',
  overflow: 'visible',
  fontSize: '14px',
  '@media': { '(min-width: 30rem)': { fontSize: '10.5px' } },
})

export const first = sitePart.style({ fill: vars.colour.depth1 })
/** The second term lies deeper. */
export const second = sitePart.style({ fill: vars.colour.depth2 })
export const line = sitePart.style({
  fill: 'none',
  stroke: vars.colour.link,
  strokeWidth: 2,
  strokeLinejoin: 'round',
})
export const waterline = sitePart.style({ stroke: vars.colour.waterline, strokeWidth: 2 })

/** What stands at the end of a term is written before it, so that the last one ends with the drawing. */
export const label = sitePart.style({ fill: vars.colour.link })
globalStyle(`${label} text`, {
  '@layer': { [site]: { textAnchor: 'end', fill: vars.colour.text, fontWeight: vars.weight.medium } },
})
export const day = sitePart.style({})
globalStyle(`${label} ${day}`, {
  '@layer': { [site]: { fill: vars.colour.soft, fontWeight: vars.weight.normal } },
})
