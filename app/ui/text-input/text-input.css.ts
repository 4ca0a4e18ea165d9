import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const area = kit.style({ minHeight: '7rem', resize: 'vertical' })

export const amount = kit.style({
  display: 'flex',
  alignItems: 'baseline',
  position: 'relative',
})

/** Figures aligned as in a column; room for the currency at the end. */
export const figures = kit.style({
  fontSize: vars.size.h4,
  fontWeight: vars.weight.medium,
  paddingInlineEnd: '4.5rem',
})

export const large = kit.style({
  height: '3.5rem',
  fontSize: '2rem',
  fontWeight: vars.weight.strong,
})

/** The currency stands elsewhere. */
export const bare = kit.style({ paddingInlineEnd: vars.space[3] })

/** As large as the figure that it belongs to asks for. */
export const largeCurrency = kit.style({
  color: vars.colour.text,
  fontSize: vars.size.lead,
  fontWeight: vars.weight.medium,
})

export const currency = kit.style({
  position: 'absolute',
  insetInlineEnd: vars.space[3],
  insetBlock: 0,
  display: 'flex',
  alignItems: 'center',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  pointerEvents: 'none',
})

export const code = kit.style({
  maxWidth: '12rem',
  fontSize: vars.size.h3,
  letterSpacing: '0.2em',
})

/** A count of a few digits. */
export const short = kit.style({ maxWidth: '8rem' })

export const address = kit.style({ fontFamily: vars.font.code, fontSize: vars.size.small })
