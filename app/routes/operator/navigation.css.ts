import { forcedColours, from, operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const sidebar = operatorPart.style({
  display: 'none',
  '@media': {
    [from.desktop]: {
      position: 'sticky',
      insetBlockStart: 0,
      display: 'grid',
      alignContent: 'start',
      gap: vars.space[4],
      maxHeight: '100vh',
      padding: vars.space[4],
      overflowY: 'auto',
    },
    print: { display: 'none' },
  },
})

export const fold = operatorPart.style({
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  '@media': { [from.desktop]: { display: 'none' }, print: { display: 'none' } },
})

export const summary = operatorPart.style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control,
  padding: `0 ${vars.space[4]}`,
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

export const sheet = operatorPart.style({
  display: 'grid',
  gap: vars.space[4],
  padding: `${vars.space[2]} ${vars.space[4]} ${vars.space[4]}`,
})

export const group = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[1],
})

/** The current page is marked by the waterline next to it. */
export const place = operatorPart.style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  minHeight: '2.5rem',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.control,
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  lineHeight: 1.2,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: vars.colour.sunk, color: vars.colour.text },
    '&[aria-current]': {
      background: vars.colour.depth0,
      color: vars.colour.onShallow,
      boxShadow: `inset 2px 0 0 ${vars.colour.waterline}`,
    },
  },
  '@media': {
    [forcedColours]: {
      selectors: { '&[aria-current]:not(:focus-visible)': { outline: '1px solid Highlight' } },
    },
  },
})

/** How many cases wait. */
export const count = operatorPart.style({
  fontSize: vars.size.small,
  fontVariantNumeric: 'tabular-nums',
})
