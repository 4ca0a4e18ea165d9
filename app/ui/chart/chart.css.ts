import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const figure = kit.style({ display: 'grid', gap: vars.space[2], minWidth: 0 })
export const caption = kit.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const legend = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  fontSize: vars.size.small,
})
export const entry = kit.style({ display: 'flex', alignItems: 'center', gap: vars.space[2] })
export const sample = kit.style({ flexShrink: 0, width: '24px' })

export const drawing = kit.style({
  width: '100%',
  height: '12rem',
  overflow: 'visible',
  fontSize: vars.size.small,
})

const ground = (fill: string) => ({ fill, '@media': { [forcedColours]: { fill: 'none' } } })
export const area = kit.variants({ first: ground(vars.colour.depth1), second: ground(vars.colour.depth2) })

const course = {
  fill: 'none',
  stroke: vars.colour.link,
  strokeWidth: '2',
  strokeLinejoin: 'round',
  vectorEffect: 'non-scaling-stroke',
  '@media': { [forcedColours]: { stroke: 'CanvasText' } },
} as const
export const line = kit.variants({ first: course, second: { ...course, strokeDasharray: '6 4' } })

export const waterline = kit.style({
  stroke: vars.colour.waterline,
  strokeWidth: '2',
  '@media': { [forcedColours]: { stroke: 'CanvasText' } },
})
export const level = kit.style({ stroke: vars.colour.line })
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
export const label = kit.style(written(vars.colour.soft))
export const mark = kit.style({ ...written(vars.colour.text), fontWeight: vars.weight.medium })

export const summary = kit.style({
  width: 'fit-content',
  paddingBlock: vars.space[1],
  color: vars.colour.link,
  fontSize: vars.size.small,
})
