import { beside, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const rows = kit.style({
  containerType: 'inline-size',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const row = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  padding: `${vars.space[4]} ${vars.space[5]}`,
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } },
  '@container': {
    [beside]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', columnGap: vars.space[6] },
  },
})

export const title = kit.style({ fontSize: vars.size.h4 })
export const state = kit.style({ color: vars.colour.soft, maxWidth: vars.width.reading })

/** Of a row that opens. */
export const disclosure = kit.style({
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } },
})

/** The whole row is the target. */
export const summary = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: vars.colour.sunk },
  },
})

export const disc = kit.style({
  display: 'inline-grid',
  flex: 'none',
  placeItems: 'center',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: vars.radius.full,
  background: vars.colour.sunk,
  color: vars.colour.soft,
})

export const name = kit.style({ display: 'grid', flex: '1 1 10rem', minWidth: 0 })
export const now = kit.style({ color: vars.colour.soft, fontSize: vars.size.small, overflowWrap: 'anywhere' })
export const action = kit.style({
  color: vars.colour.link,
  fontWeight: vars.weight.medium,
  textDecoration: 'underline',
  textUnderlineOffset: '0.25em',
})
export const field = kit.style({ padding: `${vars.space[2]} ${vars.space[4]} ${vars.space[5]}` })
