import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const wrapper = kit.style({ position: 'relative', display: 'block' })

export const native = kit.style({
  appearance: 'none',
  paddingInlineEnd: vars.space[7],
  textOverflow: 'ellipsis',
  cursor: 'pointer',
})

export const tall = kit.style({ height: '3.5rem' })

export const chevron = kit.style({
  position: 'absolute',
  insetInlineEnd: vars.space[3],
  insetBlockStart: '50%',
  marginBlockStart: '-10px',
  color: vars.colour.soft,
  pointerEvents: 'none',
})
