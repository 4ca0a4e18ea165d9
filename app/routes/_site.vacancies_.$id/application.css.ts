import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** The section of the application as a dialog, if scripts run. */
export const dialog = sitePart.style({
  width: `min(${vars.width.form} + 2 * ${vars.space[5]}, 100% - 2 * ${vars.space[4]})`,
  maxHeight: `calc(100% - 2 * ${vars.space[4]})`,
  margin: 'auto',
  padding: vars.space[5],
  overflow: 'auto',
  overscrollBehavior: 'contain',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.page,
  color: vars.colour.text,
  boxShadow: vars.shadow,
  selectors: { '&::backdrop': { background: vars.colour.depth6, opacity: 0.6 } },
})

/** Its button to close, in the upper corner. */
globalStyle(`${dialog} > button`, {
  '@layer': {
    [site]: {
      position: 'absolute',
      insetBlockStart: vars.space[5],
      insetInlineEnd: vars.space[5],
      minHeight: '2.25rem',
      paddingInline: vars.space[3],
      border: 0,
      borderRadius: vars.radius.control,
      background: vars.colour.sunk,
      fontSize: vars.size.small,
    },
  },
})
