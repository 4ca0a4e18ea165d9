import { sitePart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const bar = sitePart.style({
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  fontSize: vars.size.small,
  textAlign: 'center',
})
