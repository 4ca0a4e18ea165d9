import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { beside as besideEachOther, cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** A phone has two screens for the whole page. */
export const page = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  marginBlock: `calc(-1 * ${vars.space[2]}) calc(-1 * ${vars.space[4]})`,
  '@media': { [from.tablet]: { gap: vars.space[6], marginBlock: 0 } },
})

const phone = `not all and ${from.tablet}`

const onPhone = (selector: string, rule: Omit<GlobalStyleRule, '@layer' | '@media'>) =>
  globalStyle(selector, { '@media': { [phone]: { '@layer': { [cabinet]: rule } } } })

/** On a phone the bar below says where one is, and leads to the same two places as the buttons. */
export const head = cabinetPart.style({})
onPhone(head, {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
})

/** On a wide screen what waits and what comes stands beside the money and the deposits. */
export const first = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': {
    [besideEachOther]: {
      gridTemplateColumns: 'minmax(0, 1fr) 22rem',
      gridTemplateRows: 'auto 1fr',
      alignItems: 'start',
      gap: vars.space[5],
    },
  },
})
export const beside = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  '@container': { [besideEachOther]: { gridColumn: 2, gridRow: '1 / span 2' } },
})
export const below = cabinetPart.style({
  minWidth: 0,
  '@media': { [from.tablet]: { paddingBlockStart: vars.space[2] } },
})

/** Two buttons side by side. */
export const actions = cabinetPart.style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3] })

export const soft = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const figure = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[1],
  alignContent: 'start',
})
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
/** Cards of a phone stand closer together, and so does what is on them. */
onPhone(`${first} > section, ${beside} > div`, {
  gap: vars.space[2],
  padding: `${vars.space[3]} ${vars.space[4]}`,
})
onPhone(`${beside} section`, { gap: vars.space[1] })
onPhone(`${first} nav a`, { height: '2.25rem' })

/** A name and its figure on one line. */
export const lines = cabinetPart.style({ display: 'grid', gap: vars.space[1] })
export const namedFigure = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[3],
})
/** The first day says so on a phone. */
export const nextIncome = cabinetPart.style({
  display: 'none',
  '@media': { [from.tablet]: { display: 'flex' } },
})
export const earned = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${vars.space[3]}`,
  fontSize: vars.size.small,
})
export const earnedFigure = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[1],
})
/** On a phone the week itself begins below the first screen; beside it, it needs no second telling. */
export const ahead = cabinetPart.style({ '@media': { [from.desktop]: { display: 'none' } } }, [earnedFigure])
export const risk = cabinetPart.style({
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.warningGround,
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
  paddingBlock: vars.space[1],
  '@media': { [from.tablet]: { paddingBlock: vars.space[2] } },
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } },
})
export const needIcon = cabinetPart.style({ color: vars.colour.waterline })
/** Why, where the title alone does not say it. */
export const needNote = cabinetPart.style({
  display: 'none',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  '@media': { [from.tablet]: { display: 'block' } },
})
export const needText = cabinetPart.style({ minWidth: 0 })
export const needTitle = cabinetPart.style({ fontWeight: vars.weight.medium })

export const day = cabinetPart.style({ borderBlockEnd: `1px solid ${vars.colour.line}` })
export const daySummary = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: vars.space[3],
  // Seven days from now are eight calendar days at most hours: on a phone all of them stand on two screens.
  minHeight: '1.5rem',
  '@media': { [from.tablet]: { minHeight: '2.25rem' } },
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
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))' } },
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
