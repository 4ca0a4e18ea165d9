import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const list = cabinetPart.style({ display: 'grid', gap: vars.space[2], justifyItems: 'end' })

/** The beginning; the notification's page has all of it. */
export const text = cabinetPart.style({
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
})

export const signIn = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.control,
  paddingInline: vars.space[3],
  fontWeight: vars.weight.medium,
})
