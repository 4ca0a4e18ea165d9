import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** The two accounts and, at their end, the switch for both. */
export const strip = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  overflow: 'hidden',
  borderBlock: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  '@media': {
    [from.desktop]: { border: `1px solid ${vars.colour.line}`, borderRadius: vars.radius.surface },
  },
})

export const accounts = cabinetPart.style({ display: 'grid' })

export const end = cabinetPart.style({
  display: 'grid',
  alignContent: 'center',
  paddingInline: vars.space[1],
  borderInlineStart: `1px solid ${vars.colour.line}`,
})

const row = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  padding: `${vars.space[1]} ${vars.space[4]}`,
  '@media': { [from.desktop]: { padding: `${vars.space[2]} ${vars.space[5]}` } },
})

/** Above the waterline, and below it. */
export const account = {
  balance: row,
  balance_dep: cabinetPart.style(
    {
      borderBlockStart: `2px solid ${vars.colour.waterline}`,
      background: vars.colour.depth1,
      color: vars.colour.onShallow,
    },
    [row],
  ),
} as const

export const name = cabinetPart.style({ marginInlineEnd: 'auto' })

/** Where there is room for them; the overview has every currency. */
export const others = cabinetPart.style({
  display: 'none',
  '@media': {
    [from.tablet]: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      columnGap: vars.space[4],
      fontSize: vars.size.small,
    },
  },
})

export const missing = cabinetPart.style({ padding: `${vars.space[3]} ${vars.space[4]}` })
