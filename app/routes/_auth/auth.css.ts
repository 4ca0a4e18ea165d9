import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const page = sitePart.style({ minHeight: '100vh', display: 'flex', flexDirection: 'column' })

export const main = sitePart.style({
  flex: 1,
  width: '100%',
  maxWidth: `calc(${vars.width.form} + 2 * ${vars.space[4]})`,
  marginInline: 'auto',
  padding: `${vars.space[6]} ${vars.inset.box} ${vars.space[7]}`,
})

export const footer = sitePart.style({
  padding: `${vars.space[5]} ${vars.space[4]}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  background: vars.colour.depth1,
  color: vars.colour.onShallow,
  fontSize: vars.size.small,
  textAlign: 'center',
})
