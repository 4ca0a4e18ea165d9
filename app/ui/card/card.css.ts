import { from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const card = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  alignContent: 'start',
  minWidth: 0,
  padding: vars.inset.box,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  '@media': { [from.tablet]: { padding: vars.inset.wideBox } },
})
