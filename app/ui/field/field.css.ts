import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const field = kit.style({
  display: 'grid',
  // As wide as its place: a long word of a hint, such as an e-mail address, is broken.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.375rem',
  justifyItems: 'stretch',
  minWidth: 0,
})

export const label = kit.style({
  fontWeight: vars.weight.medium,
  justifySelf: 'start',
  hyphens: 'auto',
  overflowWrap: 'anywhere',
})

export const aside = kit.style({ color: vars.colour.soft, fontWeight: vars.weight.normal })

export const hint = kit.style({ color: vars.colour.soft, fontSize: vars.size.small, lineHeight: 1.45 })

export const error = kit.style({
  display: 'flex',
  gap: vars.space[1],
  alignItems: 'flex-start',
  color: vars.colour.danger,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  lineHeight: '1.25rem',
  overflowWrap: 'anywhere',
})

export const errorIcon = kit.style({ marginBlockStart: '0.125rem' })

/** The box around every typed or chosen value. */
export const control = kit.style({
  color: vars.colour.text,
  width: '100%',
  minWidth: 0,
  minHeight: vars.control,
  paddingBlock: vars.space[2],
  paddingInline: vars.space[3],
  border: `1px solid ${vars.colour.outline}`,
  borderRadius: vars.radius.control,
  background: vars.colour.raised,
  transition: `border-color ${vars.motion.quick}`,
  selectors: {
    '&:hover': { borderColor: vars.colour.text },
    '&:focus-visible': { outlineOffset: '0' },
    '&[aria-invalid="true"]': { borderColor: vars.colour.danger, borderWidth: '2px' },
    '&:disabled': { background: vars.colour.sunk, color: vars.colour.soft },
    '&::placeholder': { color: vars.colour.soft, opacity: 1 },
  },
})
