import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const desktop = '(min-width: 56rem)'

export const page = sitePart.style({ display: 'grid', gap: vars.space[8] })

/** The text and the risk warning side by side, and below them the picture in full width. */
export const hero = sitePart.style({
  display: 'grid',
  gap: vars.space[6],
  paddingBlockStart: vars.space[2],
  '@media': {
    [desktop]: {
      gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
      columnGap: vars.space[7],
      alignItems: 'end',
    },
  },
})

export const heroText = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[5],
  alignSelf: 'center',
  maxWidth: '44rem',
})
export const heroFacts = sitePart.style({ display: 'grid', gap: vars.space[4], minWidth: 0 })
export const heroPicture = sitePart.style({ minWidth: 0, '@media': { [desktop]: { gridColumn: '1 / -1' } } })
export const title = sitePart.style({ lineHeight: 1.15, letterSpacing: '-0.02em' })
export const lead = sitePart.style({
  color: vars.colour.soft,
  fontSize: vars.size.lead,
  maxWidth: vars.width.reading,
})
export const actions = sitePart.style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3] })

export const facts = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  columnGap: vars.space[5],
})

export const fact = sitePart.style({
  paddingBlock: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})

export const factTerm = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const factFigure = sitePart.style({
  fontSize: vars.size.h4,
  fontWeight: vars.weight.strong,
  lineHeight: 1.3,
})
export const factText = sitePart.style({ fontWeight: vars.weight.medium })

export const section = sitePart.style({ display: 'grid', gap: vars.space[5] })

/** Its colour continues on both sides of the window. */
const deeper = (background: string, color: string) => ({
  paddingBlock: vars.space[7],
  background,
  color,
  boxShadow: `0 0 0 100vmax ${background}`,
  clipPath: 'inset(0 -100vmax)',
})

export const band = sitePart.variants({
  sunk: deeper(vars.colour.sunk, vars.colour.text),
  shallow: deeper(vars.colour.depth0, vars.colour.onShallow),
  deep: deeper(vars.colour.depth5, vars.colour.onDeep),
})

export const sectionHead = sitePart.style({
  display: 'grid',
  gap: vars.space[3],
  maxWidth: vars.width.reading,
})

export const points = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: `${vars.space[5]} ${vars.space[6]}`,
})
export const steps = sitePart.style({
  display: 'grid',
  gap: `${vars.space[5]} ${vars.space[6]}`,
  counterReset: 'step',
  '@media': { [desktop]: { gridTemplateColumns: 'repeat(6, 1fr)' } },
})

export const point = sitePart.style({
  display: 'grid',
  gap: vars.space[2],
  alignContent: 'start',
  paddingBlockStart: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})

/** One of five: three of them, and two. */
export const step = sitePart.style(
  {
    counterIncrement: 'step',
    '@media': {
      [desktop]: {
        gridColumn: 'span 2',
        selectors: { '&:nth-child(n + 4)': { gridColumn: 'span 3' } },
      },
    },
  },
  [point],
)

export const stepTitle = sitePart.style({
  selectors: {
    '&::before': {
      content: 'counter(step)',
      display: 'inline-block',
      minWidth: '1.5em',
      color: vars.colour.waterline,
    },
  },
})

export const minimums = sitePart.style({
  display: 'grid',
  gap: vars.space[1],
  color: vars.colour.soft,
  fontSize: vars.size.small,
})

export const reading = sitePart.style({ display: 'grid', gap: vars.space[2], maxWidth: vars.width.reading })

export const caption = sitePart.style({
  paddingBlockEnd: vars.space[2],
  fontSize: vars.size.h3,
  fontWeight: vars.weight.strong,
  textAlign: 'start',
})
export const coin = sitePart.style({ fontWeight: vars.weight.strong })
export const coinName = sitePart.style({ color: vars.colour.soft })
export const change = sitePart.style({ whiteSpace: 'nowrap' })

/** All columns hang from the waterline; on a phone they are stacked. */
export const gauge = sitePart.style({
  display: 'grid',
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  '@media': { [desktop]: { gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))', alignItems: 'start' } },
})

const plain = sitePart.style({
  display: 'grid',
  gap: vars.space[4],
  alignContent: 'start',
  justifyItems: 'start',
  minWidth: 0,
  padding: vars.space[5],
  selectors: {
    '&:last-child': {
      borderEndStartRadius: vars.radius.surface,
      borderEndEndRadius: vars.radius.surface,
    },
  },
  '@media': {
    [desktop]: {
      borderEndStartRadius: vars.radius.surface,
      borderEndEndRadius: vars.radius.surface,
    },
  },
})

/** How far past its text a column goes down. */
const reaching = (depth: string, colours: { background: string; color: string }) =>
  sitePart.style({ ...colours, '@media': { [desktop]: { paddingBlockEnd: depth } } }, [plain])

export const column = {
  breeze: reaching(vars.space[5], { background: vars.colour.depth1, color: vars.colour.onShallow }),
  depth: reaching(vars.space[8], { background: vars.colour.depth4, color: vars.colour.onDeep }),
  tsunami: reaching(`calc(${vars.space[9]} + ${vars.space[4]})`, {
    background: vars.colour.depth6,
    color: vars.colour.onDeep,
  }),
  unknown: reaching(vars.space[5], { background: vars.colour.sunk, color: vars.colour.text }),
} as const

export const tariffName = sitePart.style({ fontSize: vars.size.h3 })
export const rate = sitePart.style({ lineHeight: 1.1 })
export const percent = sitePart.style({
  fontSize: vars.size.h1,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.02em',
})
export const bounds = sitePart.style({ fontWeight: vars.weight.medium })
export const terms = sitePart.style({ display: 'grid', gap: vars.space[3] })
export const term = sitePart.style({ fontSize: vars.size.small, opacity: 0.9 })
