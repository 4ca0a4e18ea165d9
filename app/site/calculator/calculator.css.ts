import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const tablet = '(min-width: 40rem)'

export const calculator = sitePart.style({
  display: 'grid',
  gap: vars.space[5],
  minWidth: 0,
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: `0 0 ${vars.radius.surface} ${vars.radius.surface}`,
  background: vars.colour.raised,
  '@media': { [tablet]: { padding: vars.space[5] } },
})

export const head = sitePart.style({ display: 'grid', gap: vars.space[1] })
export const title = sitePart.style({ fontSize: vars.size.h3 })
export const note = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const form = sitePart.style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))',
  alignItems: 'end',
  '@media': { [tablet]: { gridTemplateColumns: '1fr 1fr' } },
})
export const wide = sitePart.style({ gridColumn: '1 / -1' })

/** The hidden table is placed against it. */
export const result = sitePart.style({
  position: 'relative',
  display: 'grid',
  gap: vars.space[4],
  minWidth: 0,
})
export const resultTitle = sitePart.style({
  fontSize: vars.size.h4,
  selectors: { '&:focus': { outline: 'none' } },
})

export const figures = sitePart.style({ display: 'grid' })
export const fact = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  paddingBlock: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})
export const figure = sitePart.style({
  minWidth: 0,
  marginInlineStart: 'auto',
  overflowWrap: 'anywhere',
  textAlign: 'end',
  fontWeight: vars.weight.medium,
})
export const lead = sitePart.style({
  fontSize: vars.size.h3,
  fontWeight: vars.weight.strong,
  lineHeight: 1.2,
})
