import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { surface } from '../../ui/popover/popover.css'
import { cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** A control of the header: quiet, as high as a finger. */
export const tool = cabinetPart.style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  maxWidth: '100%',
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
})

export const login = cabinetPart.style({
  width: '100%',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})

/** The two accounts and, at their end, the other currencies and the switch for all. */
export const strip = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  borderBlock: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  '@media': {
    [from.desktop]: { border: `1px solid ${vars.colour.line}`, borderRadius: vars.radius.surface },
  },
})

/** Below each other where both have no room on a line. */
export const accounts = cabinetPart.style({
  flex: '1 1 0',
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 'min(100%, 9.5rem)',
})

/** On a line of its own where large text leaves no room beside the accounts. */
export const end = cabinetPart.style({
  display: 'flex',
  alignItems: 'center',
  marginInlineStart: 'auto',
  borderInlineStart: `1px solid ${vars.colour.line}`,
  '@media': { [from.tablet]: { paddingInline: vars.space[1] } },
})

const cell = cabinetPart.style({
  flex: '1 1 auto',
  maxWidth: '100%',
  display: 'grid',
  alignContent: 'center',
  minHeight: '3.5rem',
  padding: `${vars.space[1]} ${vars.space[2]}`,
  fontWeight: vars.weight.medium,
  '@media': { [from.tablet]: { paddingInline: vars.space[5] } },
})

/** The free balance, and beside it, below the water, the deposits. */
export const account = {
  balance: cell,
  balance_dep: cabinetPart.style(
    {
      borderInlineStart: `2px solid ${vars.colour.waterline}`,
      background: vars.colour.depth1,
      color: vars.colour.onShallow,
    },
    [cell],
  ),
} as const

export const name = cabinetPart.style({ fontSize: vars.size.small, fontWeight: vars.weight.normal })

export const fold = cabinetPart.style({ position: 'relative' })
/** Without the mark of a disclosure beside its own. */
globalStyle(`${fold} > summary`, { '@layer': { [cabinet]: { listStyle: 'none' } } })

/** What a fold opens over the page where no script does it. */
export const folded = cabinetPart.style(
  { position: 'absolute', insetInlineEnd: 0, insetBlockStart: '100%', width: 'max-content' },
  [surface],
)
export const foldedUp = cabinetPart.style(
  {
    position: 'absolute',
    insetInlineStart: 0,
    insetBlockEnd: '100%',
    width: 'max-content',
    padding: vars.space[1],
  },
  [surface],
)

export const accountMenu = cabinetPart.style({
  position: 'relative',
  paddingBlockStart: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})
export const accountName = cabinetPart.style(
  { flexWrap: 'nowrap', justifyContent: 'space-between', width: '100%', overflowWrap: 'anywhere' },
  [tool],
)
export const accountEntry = cabinetPart.style(
  { display: 'flex', justifyContent: 'flex-start', color: vars.colour.text },
  [tool],
)

/** The buttons of its forms stand as its links do. */
globalStyle(`${accountMenu} form button`, {
  '@layer': {
    [cabinet]: {
      justifyContent: 'flex-start',
      width: '100%',
      minHeight: vars.control,
      color: vars.colour.text,
    },
  },
})

export const othersList = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: '12rem',
  padding: vars.space[4],
})
export const other = cabinetPart.style({ textAlign: 'end' })

export const missing = cabinetPart.style({ padding: `${vars.space[3]} ${vars.space[4]}` })
