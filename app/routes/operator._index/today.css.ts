import { beside, operatorPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** What needs somebody takes the larger part, wide enough for a table; on a phone it is above the other. */
export const columns = operatorPart.style({
  display: 'grid',
  alignItems: 'start',
  gap: vars.space[6],
  '@container': { [beside]: { gridTemplateColumns: 'minmax(0, 1fr) 17rem' } },
})

/** The queues side by side, with a hairline between them; on a phone one below the other. */
export const queues = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr))',
  gap: '1px',
  overflow: 'hidden',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

/** The names share a row, however many lines one of them takes, so that the numbers stand beside each other. */
export const queue = operatorPart.style({
  display: 'grid',
  gridRow: 'span 2',
  gridTemplateRows: 'subgrid',
  alignContent: 'start',
  gap: vars.space[1],
  minWidth: 0,
  padding: vars.space[4],
  boxShadow: `0 0 0 1px ${vars.colour.line}`,
})

export const waiting = operatorPart.style({ display: 'grid', alignContent: 'start', gap: vars.space[1] })

export const count = operatorPart.style({
  fontSize: vars.size.h2,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1.2,
})

export const sums = operatorPart.style({
  display: 'grid',
  fontSize: vars.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const note = operatorPart.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const states = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
})

export const state = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space[3],
  alignItems: 'start',
})

export const words = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[1],
  minWidth: 0,
  overflowWrap: 'anywhere',
})

export const icon = operatorPart.variants({
  success: { color: vars.colour.success, marginBlockStart: '0.125rem' },
  warning: { color: vars.colour.warning, marginBlockStart: '0.125rem' },
  danger: { color: vars.colour.danger, marginBlockStart: '0.125rem' },
})

export const title = operatorPart.style({ fontWeight: vars.weight.medium })
