import { kit } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const skip = kit.style({
  position: 'absolute',
  insetInlineStart: vars.space[2],
  insetBlockStart: vars.space[2],
  zIndex: 20,
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderRadius: vars.radius.control,
  background: vars.colour.raised,
  boxShadow: vars.shadow,
  selectors: { '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' } },
})
