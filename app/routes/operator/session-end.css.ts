import { from, operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** Over the lower edge of a phone, in the corner of a desktop. */
export const warning = operatorPart.style({
  position: 'fixed',
  zIndex: 6,
  insetInline: vars.space[4],
  insetBlockEnd: `calc(${vars.space[4]} + env(safe-area-inset-bottom))`,
  borderRadius: vars.radius.surface,
  boxShadow: vars.shadow,
  '@media': {
    [from.desktop]: { insetInlineStart: 'auto', insetBlockEnd: vars.space[5], maxWidth: '26rem' },
    print: { display: 'none' },
  },
})
