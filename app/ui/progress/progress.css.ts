import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

const line = { background: vars.colour.line, borderRadius: vars.radius.full }
const water = { background: vars.colour.waterline, borderRadius: vars.radius.full }

/** In forced colours, the system's colour for the filled part. */
const chosen = { background: 'Highlight', forcedColorAdjust: 'none' } as const

export const progress = kit.style({ display: 'grid', gap: vars.space[1] })

export const words = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  color: vars.colour.soft,
  fontSize: vars.size.small,
})

/** The waterline: a thin line that fills. */
export const bar = kit.style({
  ...line,
  appearance: 'none',
  display: 'block',
  width: '100%',
  height: '4px',
  border: 0,
  overflow: 'hidden',
  selectors: {
    '&::-webkit-progress-bar': line,
    '&::-webkit-progress-value': water,
    '&::-moz-progress-bar': water,
  },
  '@media': {
    [forcedColours]: {
      height: '8px',
      border: '1px solid CanvasText',
      selectors: {
        '&::-webkit-progress-value': chosen,
        '&::-moz-progress-bar': chosen,
      },
    },
  },
})
