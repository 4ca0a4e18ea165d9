import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const code = cabinetPart.style({
  width: '100%',
  maxWidth: '15rem',
  aspectRatio: '1',
  borderRadius: vars.radius.surface,
  border: `1px solid ${vars.colour.line}`,
})

/** Black on white in any theme, also where colours are forced: cameras read nothing else as surely. */
export const modules = cabinetPart.style({ forcedColorAdjust: 'none' })
