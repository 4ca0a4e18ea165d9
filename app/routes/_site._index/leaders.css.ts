import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const caption = sitePart.style({
  paddingBlockEnd: vars.space[2],
  fontSize: vars.size.h3,
  fontWeight: vars.weight.strong,
  textAlign: 'start',
})
export const coin = sitePart.style({ fontWeight: vars.weight.strong })
export const name = sitePart.style({ color: vars.colour.soft })
export const change = sitePart.style({ whiteSpace: 'nowrap' })
