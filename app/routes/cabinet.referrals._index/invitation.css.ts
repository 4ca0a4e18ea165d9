import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** A line to select, as wide as it needs and broken anywhere on a phone. */
export const link = cabinetPart.style({
  width: 'fit-content',
  maxWidth: '100%',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.control,
  background: vars.colour.raised,
  fontFamily: vars.font.code,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
