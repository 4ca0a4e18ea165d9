import { forcedColours, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const figure = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[2],
  minWidth: 0,
})
export const caption = kit.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const legend = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  fontSize: vars.size.small,
})
export const entry = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
})
export const sample = kit.style({ flexShrink: 0, width: '24px' })

export const read = kit.style({
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
})

export const row = kit.style({ display: 'grid', minWidth: 0 })
/** The levels are named beside the plot, where no line or column crosses them. */
export const withGutter = kit.style({
  gridTemplateColumns: 'minmax(0, 1fr) 3.5rem',
  columnGap: vars.space[2],
})
export const plot = kit.style({
  minWidth: 0,
  // Sideways a finger reads the chart, up and down it scrolls the page.
  touchAction: 'pan-y',
  borderRadius: vars.radius.control,
  selectors: { '&[role=slider]': { cursor: 'crosshair' } },
})

export const drawing = kit.style({
  display: 'block',
  width: '100%',
  height: '7rem',
  '@media': { [from.tablet]: { height: '11rem' } },
  overflow: 'visible',
  fontSize: vars.size.small,
})

export const pointer = kit.style({
  stroke: vars.colour.outline,
  strokeDasharray: '2 3',
  '@media': { [forcedColours]: { stroke: 'CanvasText' } },
})

export const eventSample = kit.style({ flexShrink: 0, minWidth: '12px', width: '1em', height: '1em' })
export const event = kit.style({
  fill: vars.colour.raised,
  stroke: vars.colour.text,
  strokeWidth: '1.5',
  strokeLinejoin: 'round',
  '@media': { [forcedColours]: { fill: 'Canvas', stroke: 'CanvasText' } },
})

const ground = (fill: string) => ({ fill, '@media': { [forcedColours]: { fill: 'none' } } })
export const area = kit.variants({ first: ground(vars.colour.depth1), second: ground(vars.colour.depth2) })

const course = {
  fill: 'none',
  stroke: vars.colour.link,
  strokeWidth: '2',
  strokeLinejoin: 'round',
  // A known point between two gaps is a dot.
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
  '@media': { [forcedColours]: { stroke: 'CanvasText' } },
} as const
export const line = kit.variants({ first: course, second: { ...course, strokeDasharray: '6 4' } })

export const waterline = kit.style({
  stroke: vars.colour.waterline,
  strokeWidth: '2',
  '@media': { [forcedColours]: { stroke: 'CanvasText' } },
})
export const level = kit.style({
  stroke: vars.colour.line,
  '@media': { [forcedColours]: { stroke: 'GrayText' } },
})
export const dot = kit.style({
  fill: vars.colour.link,
  '@media': { [forcedColours]: { fill: 'CanvasText' } },
})

/** Where a line crosses a figure, the figure stays readable. */
const halo = {
  stroke: vars.colour.page,
  strokeWidth: '4px',
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const
const written = (fill: string) => ({
  ...halo,
  fill,
  '@media': { [forcedColours]: { fill: 'CanvasText', stroke: 'Canvas' } },
})
/** How many marks have become one, within it. */
export const several = kit.style({
  ...written(vars.colour.text),
  fontSize: '0.6875rem',
  fontWeight: vars.weight.strong,
})
export const labels = kit.style({
  display: 'block',
  width: '100%',
  height: '1.5em',
  overflow: 'visible',
  fontSize: vars.size.small,
})
export const ends = kit.style({
  // On a phone below the levels, too, for their room.
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[3],
  color: vars.colour.soft,
  fontSize: vars.size.small,
  '@media': { [from.tablet]: { gridColumn: 1 } },
})
export const label = kit.style({
  fill: vars.colour.soft,
  '@media': { [forcedColours]: { fill: 'CanvasText' } },
})
export const mark = kit.style({ ...written(vars.colour.text), fontWeight: vars.weight.medium })

/** At the largest text, or with long figures, it scrolls in itself. */
export const figures = kit.style({ overflowX: 'auto' })

export const summary = kit.style({
  width: 'fit-content',
  paddingBlock: vars.space[1],
  color: vars.colour.link,
  fontSize: vars.size.small,
})
