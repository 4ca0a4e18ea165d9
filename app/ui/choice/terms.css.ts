import { cabinetPart, from } from '../theme/style'
import { vars } from '../theme/vars.css'

/** On a phone a line each, the values at the end; else each in a column, below the same of the other choices. */
export const terms = cabinetPart.style({
  display: 'grid',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  marginBlockStart: vars.space[1],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})
export const term = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[2],
  '@media': { [from.tablet]: { display: 'block' } },
})
export const name = cabinetPart.style({ '@media': { [from.tablet]: { display: 'block' } } })
export const value = cabinetPart.style({ color: vars.colour.text, fontWeight: vars.weight.medium })
