import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const strip = cabinetPart.style({
  overflow: 'hidden',
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  '@media': {
    [from.desk]: { border: `1px solid ${vars.colour.line}`, borderRadius: vars.radius.surface },
  },
})

export const accounts = cabinetPart.style({ display: 'grid' })

const row = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  padding: `${vars.space[2]} ${vars.space[4]}`,
  '@media': { [from.desk]: { paddingInline: vars.space[5] } },
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

/** Below the main amount on a phone, beside it where there is room. */
export const others = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: vars.space[4],
  width: '100%',
  fontSize: vars.size.small,
  '@media': { [from.tablet]: { width: 'auto' } },
})

export const missing = cabinetPart.style({ padding: `${vars.space[3]} ${vars.space[4]}` })
