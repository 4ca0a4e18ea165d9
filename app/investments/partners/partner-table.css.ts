import { forcedColours, cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const date = cabinetPart.style({ whiteSpace: 'nowrap' })

/** Three levels are told apart at a glance by a figure on a ground of its own. */
export const level = cabinetPart.style({
  display: 'inline-block',
  minWidth: '1.5rem',
  paddingInline: vars.space[2],
  borderRadius: vars.radius.full,
  background: vars.colour.infoGround,
  color: vars.colour.info,
  fontWeight: vars.weight.medium,
  lineHeight: '1.25rem',
  textAlign: 'center',
  '@media': { [forcedColours]: { border: '1px solid' } },
})
