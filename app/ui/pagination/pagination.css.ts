import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const nav = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
})
export const place = kit.style({ color: vars.colour.soft })
export const steps = kit.style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
