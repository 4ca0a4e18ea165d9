import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** Each in a column of its own, so that the same terms of all ways stand below each other. */
export const terms = cabinetPart.style({
  display: 'grid',
  // Of a phone's width eight decimals and a word before them stand on one line.
  gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 5fr)',
  gap: `${vars.space[1]} ${vars.space[2]}`,
  marginBlockStart: vars.space[1],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})
export const name = cabinetPart.style({ display: 'block' })
export const value = cabinetPart.style({ color: vars.colour.text, fontWeight: vars.weight.medium })

export const unmet = cabinetPart.style({ display: 'block', marginBlockStart: vars.space[1] })
