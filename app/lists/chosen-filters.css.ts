import { kit } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const chips = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const chip = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  maxWidth: '100%',
  minHeight: '2.25rem',
  paddingInline: vars.space[3],
  border: `1px solid ${vars.colour.outline}`,
  borderRadius: vars.radius.full,
  background: vars.colour.raised,
  color: vars.colour.text,
  fontSize: vars.size.small,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: { '&:hover': { background: vars.colour.sunk } },
})
