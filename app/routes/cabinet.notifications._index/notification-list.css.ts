import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** Of what is unread, and of what is read. */
export const part = cabinetPart.style({
  fontSize: vars.size.h4,
  selectors: { '&:not(:first-child)': { marginBlockStart: vars.space[6] } },
})

export const day = cabinetPart.style({
  paddingBlock: `${vars.space[4]} ${vars.space[2]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  selectors: { '&:first-child': { paddingBlockStart: 0 } },
})

/** What it is about stands above its text, both beside the icon; the button has a column of its own where there is room. */
export const row = cabinetPart.style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  columnGap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[2]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  selectors: { '&:hover': { background: vars.colour.sunk } },
  '@media': { [from.tablet]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})

export const icon = cabinetPart.style({
  gridRow: '1 / span 2',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '2rem',
  height: '2rem',
  borderRadius: vars.radius.full,
  background: vars.colour.sunk,
})

/** A dot on the icon; a text for screen readers says the same. */
export const unread = cabinetPart.style(
  {
    selectors: {
      '&::before': {
        content: '""',
        position: 'absolute',
        insetInlineStart: '2rem',
        insetBlockStart: '0.625rem',
        width: '0.625rem',
        height: '0.625rem',
        borderRadius: vars.radius.full,
        background: vars.colour.accent,
      },
    },
  },
  [row],
)

export const about = cabinetPart.style({
  gridColumn: 2,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  selectors: { [`${unread} &`]: { color: vars.colour.text, fontWeight: vars.weight.strong } },
})

export const words = cabinetPart.style({ gridColumn: 2, maxWidth: vars.width.reading })

/** Its press covers the row. */
export const open = cabinetPart.style({
  padding: 0,
  border: 0,
  background: 'none',
  color: vars.colour.text,
  font: 'inherit',
  textAlign: 'start',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
})

/** Above what the whole row does, and as wide as the row where letters are large. */
export const act = cabinetPart.style({
  gridColumn: '1 / -1',
  position: 'relative',
  zIndex: 1,
  justifySelf: 'end',
  '@media': { [from.tablet]: { gridColumn: 3, gridRow: '1 / span 2', alignSelf: 'center' } },
})
