import { sitePart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

export const places = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  paddingBlockStart: vars.space[4],
})

export const title = sitePart.style({ fontSize: vars.size.h3 })

export const list = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
  columnGap: vars.space[6],
})

export const place = sitePart.style({
  minWidth: 0,
  paddingBlock: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
})

export const text = sitePart.style({
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.normal,
})
