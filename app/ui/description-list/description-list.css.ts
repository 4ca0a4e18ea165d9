import { from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const list = kit.style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })

export const row = kit.style({
  display: 'grid',
  gap: '0.125rem',
  paddingBlock: vars.space[3],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  selectors: { '&:last-child': { borderBlockEnd: 0 } },
  '@media': {
    [from.tablet]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: vars.space[5] },
  },
})

/** A short figure stands beside its name on a phone, too. */
export const inOneLine = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[4],
  justifyContent: 'space-between',
  alignItems: 'baseline',
})

export const term = kit.style({
  color: vars.colour.soft,
  // As much room as its longest word needs; where its figure leaves less, that is on a line of its own.
  selectors: { [`${inOneLine} > &`]: { flex: '1 1 0', minWidth: 'min-content' } },
})
export const value = kit.style({ minWidth: 0, overflowWrap: 'anywhere' })

/** Figures one below the other, at the end of the line. */
export const figures = kit.style({
  selectors: { [`${inOneLine} > &`]: { textAlign: 'end' } },
  '@media': { [from.tablet]: { textAlign: 'end' } },
})

export const strong = kit.style({ fontWeight: vars.weight.strong })
export const note = kit.style({
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.normal,
})
