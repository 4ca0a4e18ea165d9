import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const empty = kit.style({
  display: 'grid',
  gap: vars.space[3],
  justifyItems: 'start',
  padding: vars.space[5],
  border: `1px dashed ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
})
export const icon = kit.style({ color: vars.colour.waterline })
export const title = kit.style({ fontWeight: vars.weight.strong })
export const text = kit.style({ color: vars.colour.soft, maxWidth: vars.width.reading })
