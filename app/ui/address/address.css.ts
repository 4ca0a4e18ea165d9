import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const address = kit.style({ fontFamily: vars.font.code, fontSize: '0.9375em', wordBreak: 'normal' })

/** The gap is a margin and not a space, so that a copied address has no spaces. */
export const group = kit.style({
  selectors: { '&:not(:last-child)': { marginInlineEnd: '0.4em' } },
})
