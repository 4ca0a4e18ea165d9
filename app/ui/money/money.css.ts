import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const money = kit.style({ fontVariantNumeric: 'tabular-nums' })
export const fraction = kit.style({ opacity: 0.85 })
export const currency = kit.style({ fontSize: '0.8em', fontWeight: vars.weight.normal, opacity: 0.85 })

export const size = kit.variants({
  body: {},
  lead: { fontSize: vars.size.h4, fontWeight: vars.weight.medium },
  large: {
    fontSize: vars.size.h2,
    fontWeight: vars.weight.strong,
    lineHeight: 1.2,
    letterSpacing: '-0.01em',
    overflowWrap: 'anywhere',
  },
  display: {
    fontSize: vars.size.h1,
    fontWeight: vars.weight.strong,
    lineHeight: 1.15,
    letterSpacing: '-0.02em',
    overflowWrap: 'anywhere',
  },
})

/** Before an amount that went from one of the reader's accounts to the other. */
export const arrow = kit.style({
  display: 'inline-block',
  marginInlineEnd: vars.space[1],
  color: vars.colour.soft,
  verticalAlign: '-0.125em',
})

export const incoming = kit.style({ color: vars.colour.success })
