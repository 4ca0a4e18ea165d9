import { operatorPart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

export const row = operatorPart.style({
  minWidth: 0,
  margin: 0,
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  scrollMarginBlockStart: vars.space[5],
})

export const legend = operatorPart.style({
  maxWidth: '100%',
  paddingInline: vars.space[2],
  fontWeight: 600,
  hyphens: 'auto',
  overflowWrap: 'anywhere',
})

/** Out of sight and out of the order of focus: only the Enter key presses it. */
export const defaultButton = operatorPart.style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  border: 0,
})
