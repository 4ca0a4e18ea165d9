import { cabinetPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const picture = cabinetPart.style({
  maxWidth: '100%',
  height: 'auto',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
})

/** A file can have any name. */
export const name = cabinetPart.style({ overflowWrap: 'anywhere' })
