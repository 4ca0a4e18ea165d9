import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** On a wide screen what waits and what comes stands beside the money and the deposits. */
export const first = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  minWidth: 0,
  '@media': {
    [from.desktop]: {
      gridTemplateColumns: 'minmax(0, 1fr) 22rem',
      gridTemplateRows: 'auto 1fr',
      alignItems: 'start',
      gap: vars.space[5],
    },
  },
})
export const beside = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  minWidth: 0,
  '@media': { [from.desktop]: { gridColumn: 2, gridRow: '1 / span 2' } },
})
export const below = cabinetPart.style({ minWidth: 0, paddingBlockStart: vars.space[2] })

/** Two buttons side by side, on a phone as wide as it. */
export const actions = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: vars.space[3],
  width: '100%',
  '@media': { [from.tablet]: { width: 'auto', gridTemplateColumns: 'auto auto' } },
})

export const button = cabinetPart.style({
  justifySelf: 'stretch',
  justifyContent: 'center',
  paddingInline: vars.space[2],
  '@media': { [from.tablet]: { paddingInline: vars.space[4] } },
})

export const soft = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const figure = cabinetPart.style({ display: 'grid', gap: vars.space[1], alignContent: 'start' })
export const caption = cabinetPart.style({
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
})

export const worthHead = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
})
export const earned = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${vars.space[1]} ${vars.space[5]}`,
})

export const course = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
})

/** A line of what waits, or of what comes first. */
export const need = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  columnGap: vars.space[3],
  minHeight: vars.control,
  paddingBlock: vars.space[2],
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } },
})
export const needIcon = cabinetPart.style({ color: vars.colour.waterline })
export const needText = cabinetPart.style({ minWidth: 0 })
export const needTitle = cabinetPart.style({ fontWeight: vars.weight.medium })

export const day = cabinetPart.style({ borderBlockEnd: `1px solid ${vars.colour.line}` })
export const daySummary = cabinetPart.style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control,
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const dayName = cabinetPart.style({ display: 'flex', alignItems: 'center', gap: vars.space[2] })
export const dayMark = cabinetPart.style({
  color: vars.colour.waterline,
  transition: `transform ${vars.motion.quick}`,
  selectors: { 'details[open] > summary &': { transform: 'rotate(180deg)' } },
})
export const credits = cabinetPart.style({
  display: 'grid',
  gap: vars.space[2],
  paddingBlockEnd: vars.space[3],
  fontSize: vars.size.small,
})
export const credit = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[3],
})
export const creditFigures = cabinetPart.style({ marginInlineStart: 'auto', textAlign: 'end' })

export const deposits = cabinetPart.style({
  display: 'grid',
  columnGap: vars.space[6],
  '@media': { [from.tablet]: { gridTemplateColumns: '1fr 1fr' } },
})
export const deposit = cabinetPart.style({
  display: 'grid',
  gap: vars.space[2],
  alignContent: 'start',
  minWidth: 0,
  paddingBlock: vars.space[3],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})
export const depositHead = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})
export const depositName = cabinetPart.style({ fontSize: vars.size.body, fontWeight: vars.weight.medium })
export const name = cabinetPart.style({ fontSize: vars.size.h4 })

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

export const steps = cabinetPart.style({ display: 'grid' })
const circle = {
  display: 'grid',
  placeItems: 'center',
  width: vars.space[5],
  height: vars.space[5],
  borderRadius: vars.radius.full,
} as const
export const step = cabinetPart.style({ ...circle, border: `2px solid ${vars.colour.line}` })
export const stepDone = cabinetPart.style({
  ...circle,
  color: vars.colour.success,
  background: vars.colour.successGround,
})
