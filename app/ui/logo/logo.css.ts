import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const logo = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: vars.control,
  color: vars.colour.text,
  fontSize: vars.size.h4,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
})
export const mark = kit.style({ flexShrink: 0 })
export const air = kit.style({
  fill: vars.colour.depth1,
  '@media': { [forcedColours]: { fill: 'Canvas', stroke: 'currentColor' } },
})
export const water = kit.style({
  fill: vars.colour.link,
  '@media': { [forcedColours]: { fill: 'currentColor' } },
})
