import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const count = sitePart.style({
  color: vars.colour.soft,
  fontSize: vars.size.body,
  fontWeight: vars.weight.normal,
})
export const list = sitePart.style({ display: 'grid' })
export const entry = sitePart.style({
  display: 'grid',
  gap: vars.space[1],
  paddingBlock: vars.space[4],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})
