import { cabinetPart, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const section = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  minWidth: 0,
})

export const head = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  rowGap: vars.space[1],
})

export const headFromTablet = cabinetPart.style({
  display: 'none',
  '@media': { [from.tablet]: { display: 'flex' } },
})

export const title = kit.style({ fontSize: vars.size.h3 })
export const cardTitle = kit.style({ fontSize: vars.size.h4 })

/** The waterline under the heading that opens a section. */
export const waterline = kit.style({
  selectors: {
    '&::after': {
      content: '""',
      display: 'block',
      width: vars.space[6],
      marginBlockStart: vars.space[2],
      borderBlockEnd: `2px solid ${vars.colour.waterline}`,
    },
  },
})
