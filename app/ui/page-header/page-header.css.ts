import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const header = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
})
export const back = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: '1.5rem',
  justifySelf: 'start',
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})
export const line = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: vars.space[5],
  rowGap: vars.space[3],
})
export const title = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
})
export const lead = kit.style({
  color: vars.colour.soft,
  fontSize: vars.size.lead,
  maxWidth: vars.width.reading,
})
