import { operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const header = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})

export const user = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
})

export const login = operatorPart.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const main = operatorPart.style({
  display: 'grid',
  gap: vars.space[5],
  width: '100%',
  maxWidth: `calc(${vars.width.content} + 2 * ${vars.space[4]})`,
  marginInline: 'auto',
  padding: `${vars.space[5]} ${vars.space[4]} ${vars.space[7]}`,
})
