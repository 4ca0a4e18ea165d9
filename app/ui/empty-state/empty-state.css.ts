import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const empty = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  justifyItems: 'start',
  padding: vars.space[5],
  border: `1px dashed ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  // Large letters on a narrow phone.
  hyphens: 'auto',
  overflowWrap: 'anywhere',
})
export const icon = kit.style({ color: vars.colour.waterline })
export const title = kit.style({ fontWeight: vars.weight.strong })
export const text = kit.style({ color: vars.colour.soft, maxWidth: vars.width.reading })
