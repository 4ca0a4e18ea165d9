import { forcedColours, from, sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const desktop = '(min-width: 56rem)'

/** A long word breaks rather than being cut off with what the site's layout cuts. */
const stacked = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflowWrap: 'anywhere',
} as const

export const page = sitePart.style({ ...stacked, gap: vars.space[8] })

/** Its colour continues on both sides of the window. */
const deeper = (background: string, color: string) => ({
  paddingBlock: vars.space[7],
  background,
  color,
  boxShadow: `0 0 0 100vmax ${background}`,
  clipPath: 'inset(0 -100vmax)',
})

/** Where there is room the title takes the whole line, and what can be done stands across from what it is. */
export const heroText = sitePart.style({
  ...stacked,
  gap: vars.space[5],
  '@media': { [desktop]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'end' } },
})
export const title = sitePart.style({
  fontSize: vars.size.display,
  lineHeight: 1.1,
  letterSpacing: '-0.025em',
  textWrap: 'balance',
  '@media': { [desktop]: { gridColumn: '1 / -1' } },
})
export const lead = sitePart.style({
  color: vars.colour.soft,
  fontSize: vars.size.lead,
  maxWidth: vars.width.reading,
})
export const actions = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space[2]} ${vars.space[5]}`,
})

/** From one side of the window to the other; the site's layout cuts what a scrollbar takes of it. */
const edgeHeight = 'clamp(3rem, 7vw, 6.5rem)'
const wide = sitePart.style({
  display: 'block',
  width: '100vw',
  maxWidth: 'none',
  height: edgeHeight,
  /** Without a hairline between it and what it leads to. */
  marginBlockEnd: '-1px',
  marginInline: 'calc(50% - 50vw)',
  // Its depths are nothing but colours.
  '@media': { [forcedColours]: { visibility: 'hidden' } },
})
export const edge = {
  shore: wide,
  drop: sitePart.style({ background: vars.colour.depth1 }, [wide]),
}
export const layer = sitePart.variants({
  0: { fill: vars.colour.depth0 },
  1: { fill: vars.colour.depth1 },
  2: { fill: vars.colour.depth2 },
  3: { fill: vars.colour.depth3 },
  4: { fill: vars.colour.depth4 },
})

export const shallows = sitePart.style({
  ...deeper(vars.colour.depth1, vars.colour.onShallow),
  ...stacked,
  gap: vars.space[4],
  paddingBlock: vars.space[3],
})
export const deeps = sitePart.style({
  ...deeper(vars.colour.depth4, vars.colour.onDeep),
  paddingBlock: `${vars.space[4]} ${vars.space[7]}`,
})

/** What it may bring and what it may cost are of one size. */
export const facts = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr))',
  columnGap: vars.space[3],
  '@media': {
    [desktop]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr)',
      columnGap: vars.space[5],
    },
  },
})

/** The figure above its words, though they come first for who listens. */
export const fact = sitePart.style({
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  paddingBlock: vars.space[3],
  selectors: {
    '&:nth-child(3)': {
      gridColumn: '1 / -1',
      '@media': { [desktop]: { gridColumn: 'auto' } },
    },
  },
})
export const factTerm = sitePart.style({ fontSize: vars.size.small })
export const factFigure = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[3],
  fontSize: vars.size.h2,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.02em',
  lineHeight: 1.3,
})

export const company = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[4],
  fontSize: vars.size.small,
})

export const section = sitePart.style({ ...stacked, gap: vars.space[5] })

export const band = sitePart.variants({
  sunk: deeper(vars.colour.sunk, vars.colour.text),
  shallow: deeper(vars.colour.depth0, vars.colour.onShallow),
  deep: deeper(vars.colour.depth5, vars.colour.onDeep),
})

export const sectionHead = sitePart.style({
  ...stacked,
  gap: vars.space[3],
  maxWidth: vars.width.reading,
})

export const points = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: `${vars.space[5]} ${vars.space[6]}`,
})
export const point = sitePart.style({
  ...stacked,
  gap: vars.space[2],
  alignContent: 'start',
  paddingBlockStart: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})

/** Five, as three and two. */
export const fivePoints = sitePart.style({
  ...stacked,
  gap: `${vars.space[5]} ${vars.space[6]}`,
  '@media': { [desktop]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' } },
})
export const pointOfFive = sitePart.style(
  {
    '@media': {
      [desktop]: {
        gridColumn: 'span 2',
        selectors: { '&:nth-child(n + 4)': { gridColumn: 'span 3' } },
      },
    },
  },
  [point],
)

/** All five in a row where there is room. */
export const steps = sitePart.style({
  ...stacked,
  gap: vars.space[5],
  counterReset: 'step',
  '@media': { [from.desktop]: { gridTemplateColumns: 'repeat(auto-fit, minmax(11rem, 1fr))' } },
})
export const step = sitePart.style({ counterIncrement: 'step' }, [point])

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

/** What a withdrawal takes and requires. */
export const minimums = sitePart.style({
  display: 'grid',
  gap: vars.space[2],
  color: vars.colour.soft,
  fontSize: vars.size.small,
})
export const minimumsList = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${vars.space[1]} ${vars.space[5]}`,
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
  ...stacked,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  '@media': { [desktop]: { gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))', alignItems: 'start' } },
})

const plain = sitePart.style({
  ...stacked,
  gap: vars.space[4],
  alignContent: 'start',
  justifyItems: 'start',
  minWidth: 0,
  padding: vars.inset.wideBox,
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

/** The waterline of both terms, in the column's colour. */
export const track = sitePart.style({
  width: '100%',
  height: '1.75rem',
  fill: 'currentColor',
  stroke: 'none',
  fontSize: vars.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const locked = sitePart.style({ stroke: 'currentColor', strokeWidth: 4 })
export const open = sitePart.style({ strokeDasharray: '1 7', strokeLinecap: 'round' }, [locked])

/** At the foot of its column, however much the others say. */
export const choice = sitePart.style({ marginBlockStart: 'auto', paddingBlockStart: vars.space[2] })
export const choiceLink = sitePart.style({
  background: 'transparent',
  color: 'inherit',
  borderColor: 'currentColor',
})
