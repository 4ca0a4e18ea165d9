import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const deposits = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(24rem, 100%), 1fr))' } },
})

export const deposit = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  alignContent: 'start',
  minWidth: 0,
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const depositHead = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})

export const depositTitle = cabinetPart.style({ fontSize: vars.size.h4 })
export const depositFoot = cabinetPart.style({ display: 'grid', gap: vars.space[1] })
export const soft = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })
