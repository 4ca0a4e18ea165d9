import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const deposits = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(24rem, 100%), 1fr))' } },
})

export const deposit = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  alignContent: 'start',
  minWidth: 0,
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const depositHead = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})

export const name = cabinetPart.style({ fontSize: vars.size.h4 })
export const depositFoot = cabinetPart.style({ display: 'grid', gap: vars.space[1] })
export const soft = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })

/** A few figures side by side, each below its name. */
export const figures = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: vars.space[5],
})
export const figure = cabinetPart.style({ display: 'grid', gap: vars.space[1], alignContent: 'start' })

export const leader = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(4.5rem, auto)',
  alignItems: 'baseline',
  columnGap: vars.space[3],
  paddingBlock: vars.space[2],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})
export const coin = cabinetPart.style({ textAlign: 'start', fontWeight: vars.weight.medium })
export const change = cabinetPart.style({ fontWeight: vars.weight.medium })

export const status = cabinetPart.style({ display: 'grid', gap: vars.space[3] })

export const steps = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  paddingInlineStart: vars.space[5],
  listStyle: 'decimal',
})
