import { cabinetPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const list = cabinetPart.style({ borderBlockStart: `1px solid ${vars.colour.line}` })

/** What it is about stands above its text; both beside the icon. */
export const row = cabinetPart.style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  columnGap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[2]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  selectors: { '&:hover': { background: vars.colour.sunk } },
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

export const about = cabinetPart.style({ gridColumn: 2, color: vars.colour.soft, fontSize: vars.size.small })

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
    [`${unread} &`]: { fontWeight: vars.weight.strong },
  },
})

/** Above what the whole row does, and as wide as the row where letters are large. */
export const act = cabinetPart.style({
  gridColumn: '1 / -1',
  position: 'relative',
  zIndex: 1,
  justifySelf: 'end',
})
