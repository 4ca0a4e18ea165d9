import { cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** A control of the header: quiet, as high as a finger. */
export const tool = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  minWidth: vars.control,
  minHeight: vars.control,
  paddingInline: vars.space[3],
  border: 0,
  borderRadius: vars.radius.control,
  background: 'none',
  color: vars.colour.link,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunk } },
})

export const count = cabinetPart.style({
  minWidth: '1.375rem',
  padding: `1px ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.colour.accent,
  color: vars.colour.onAccent,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.25rem',
  textAlign: 'center',
  '@media': { [forcedColours]: { outline: '1px solid' } },
})

/** On a phone without room for it, the word is only for screen readers. */
export const wordOnTablet = cabinetPart.style({
  '@media': {
    [`not all and ${from.tablet}`]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
})

export const user = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space[2],
  paddingBlockStart: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  '@media': {
    [from.desktop]: { flexDirection: 'column', alignItems: 'flex-start', marginBlockStart: 'auto' },
  },
})

export const login = cabinetPart.style({
  width: '100%',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})

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
