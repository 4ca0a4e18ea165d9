import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const summary = kit.style({
  display: 'grid',
  gap: vars.space[2],
  padding: vars.space[4],
  border: `2px solid ${vars.colour.danger}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const title = kit.style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  fontSize: vars.size.h4,
  color: vars.colour.danger,
})

export const list = kit.style({ display: 'grid', gap: vars.space[1] })

export const link = kit.style({
  display: 'inline-block',
  paddingBlock: '0.125rem',
  color: vars.colour.danger,
  fontWeight: vars.weight.medium,
})
