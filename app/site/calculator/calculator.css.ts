import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const tablet = '(min-width: 40rem)'
const desktop = '(min-width: 56rem)'

/** On a desktop the form is next to the drawing, with the figures below both, side by side. */
export const calculator = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[5],
  minWidth: 0,
  padding: vars.inset.box,
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: `0 0 ${vars.radius.surface} ${vars.radius.surface}`,
  background: vars.colour.raised,
  color: vars.colour.text,
  '@media': {
    [tablet]: { padding: vars.inset.wideBox },
    [desktop]: {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)',
      columnGap: vars.space[7],
      padding: vars.space[6],
    },
  },
})

const whole = { gridColumn: '1 / -1' }

export const head = sitePart.style({
  ...whole,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[1],
})
export const title = sitePart.style({ fontSize: vars.size.h3 })
export const note = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const notes = sitePart.style(whole, [note])

export const form = sitePart.style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))',
  alignContent: 'start',
  alignItems: 'end',
  '@media': { [tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))' } },
})
export const wide = sitePart.style(whole)

/** One part for the island, several for the grid around it. */
export const result = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  minWidth: 0,
  '@media': { [desktop]: { display: 'contents' } },
})
export const course = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  alignContent: 'start',
  minWidth: 0,
})
export const resultTitle = sitePart.style({
  fontSize: vars.size.h4,
  selectors: { '&:focus': { outline: 'none' } },
})

/** Of a coin there is one more, and each has more decimals. */
export const figures = sitePart.style({
  ...whole,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [desktop]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11rem), 1fr))',
      columnGap: vars.space[5],
      borderBlockStart: `1px solid ${vars.colour.line}`,
      selectors: { '&:has(> :nth-child(6))': { gridTemplateColumns: 'repeat(3, 1fr)' } },
    },
  },
})
export const fact = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  paddingBlock: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  '@media': {
    [desktop]: {
      flexDirection: 'column',
      flexWrap: 'nowrap',
      gap: vars.space[1],
      paddingBlock: `${vars.space[4]} 0`,
      borderBlockStart: 0,
    },
  },
})
export const term = sitePart.style({
  '@media': { [desktop]: { color: vars.colour.soft, fontSize: vars.size.small } },
})
export const figure = sitePart.style({
  minWidth: 0,
  marginInlineStart: 'auto',
  overflowWrap: 'anywhere',
  textAlign: 'end',
  fontWeight: vars.weight.medium,
  '@media': { [desktop]: { marginInlineStart: 0, marginBlockStart: 'auto', textAlign: 'start' } },
})
export const lead = sitePart.style({
  fontSize: vars.size.h3,
  fontWeight: vars.weight.strong,
  lineHeight: 1.2,
  '@media': { [desktop]: { fontSize: vars.size.h4 } },
})
