import { visuallyHidden } from '../layout/layout.css'
import { forcedColours, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const track = kit.style({ display: 'grid', gap: vars.space[2], minWidth: 0 })

/** Its ends have room for the marks on them. */
export const line = kit.style({
  display: 'block',
  width: `calc(100% - ${vars.space[4]})`,
  height: vars.space[5],
  marginInline: vars.space[2],
  overflow: 'visible',
})

const system = (colour: string) => ({ '@media': { [forcedColours]: { stroke: colour } } })
export const whole = kit.style({
  stroke: vars.colour.line,
  strokeWidth: '6',
  strokeLinecap: 'round',
  ...system('GrayText'),
})
export const done = kit.style({
  stroke: vars.colour.waterline,
  strokeWidth: '6',
  strokeLinecap: 'round',
  ...system('CanvasText'),
})
export const passed = kit.style({
  fill: vars.colour.waterline,
  '@media': { [forcedColours]: { fill: 'CanvasText' } },
})
export const ahead = kit.style({
  fill: vars.colour.raised,
  stroke: vars.colour.outline,
  strokeWidth: '2',
  '@media': { [forcedColours]: { fill: 'Canvas', stroke: 'CanvasText' } },
})
export const now = kit.style({
  fill: vars.colour.raised,
  stroke: vars.colour.waterline,
  strokeWidth: '4',
  '@media': { [forcedColours]: { fill: 'Canvas', stroke: 'Highlight' } },
})

/** The first at the start, the last at the end, and those between them in the middle. */
export const stops = kit.style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  // On a narrow page large letters need the room.
  gap: `min(${vars.space[2]}, 2vw)`,
})
export const stop = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  overflowWrap: 'anywhere',
  textAlign: 'center',
  selectors: {
    '&:first-child': { textAlign: 'start' },
    '&:last-child': { textAlign: 'end' },
  },
})
export const title = kit.style({
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  selectors: {
    '&[data-short]::before': {
      content: ['attr(data-short)', 'attr(data-short) / ""'],
      '@media': { [from.tablet]: { content: 'none' } },
    },
  },
})
/** On a phone it is for those who listen, and the short title stands in its place. */
export const long = kit.style(
  {
    '@media': {
      [from.tablet]: {
        position: 'static',
        width: 'auto',
        height: 'auto',
        margin: 0,
        overflow: 'visible',
        clipPath: 'none',
        whiteSpace: 'normal',
      },
    },
  },
  [visuallyHidden],
)
export const note = kit.style({ color: vars.colour.soft, fontSize: vars.size.small })
