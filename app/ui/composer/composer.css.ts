import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../theme/layers.css'
import { beside, cabinetPart, from } from '../theme/style'
import { vars } from '../theme/vars.css'

/**
 * On a phone the receipt follows the amount, so that it is in view above the bar while the amount is typed; beside all where
 * there is room.
 */
export const composer = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"amount" "receipt" "rest" "end"',
  '@container': {
    [beside]: {
      gridTemplateColumns: 'minmax(0, 1fr) 22rem',
      gridTemplateRows: 'auto auto 1fr',
      gridTemplateAreas: '"amount receipt" "rest receipt" "end receipt"',
      rowGap: vars.space[5],
      columnGap: vars.space[6],
    },
  },
})

export const amount = cabinetPart.style({
  gridArea: 'amount',
  display: 'grid',
  gap: vars.space[2],
  minWidth: 0,
})
export const rest = cabinetPart.style({
  gridArea: 'rest',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  minWidth: 0,
  selectors: { '&:empty': { display: 'none' } },
})
/** The buttons, with what stands above and below them. */
export const end = cabinetPart.style({
  gridArea: 'end',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
})
/** At the size of body text, on the ground of a warning. */
export const warning = cabinetPart.style({
  paddingBlock: vars.space[2],
  paddingInline: vars.space[3],
  borderRadius: vars.radius.surface,
  background: vars.colour.warningGround,
  lineHeight: 1.4,
})
/** On a phone as wide as the fields above it. */
export const buttons = cabinetPart.style({})
const onPhone = `not all and ${from.tablet}`
globalStyle(`${buttons} > *, ${buttons} button`, {
  '@media': { [onPhone]: { '@layer': { [cabinet]: { width: '100%' } } } },
})
export const receipt = cabinetPart.style({ gridArea: 'receipt', minWidth: 0 })

/** The currency is beside the amount, and below it where large text leaves both too little. */
export const amountAndCurrency = cabinetPart.style({
  containerType: 'inline-size',
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  alignItems: 'start',
})
export const besideCurrency = cabinetPart.style({ flex: '1 1 10rem', minWidth: 0 })
/** The amount's limits have a row below both, where they stand beside each other. */
globalStyle(`${besideCurrency} [id$="-hint"]`, {
  '@container': {
    '(min-width: 18rem)': {
      '@layer': { [cabinet]: { marginInlineEnd: `calc(-6.75rem - ${vars.space[3]})` } },
    },
  },
})
export const currencyBeside = cabinetPart.style({ flex: '1 0 6.75rem', minWidth: 0, maxWidth: '100%' })

export const currencies = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  marginBlockStart: vars.space[1],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))' } },
})

export const all = cabinetPart.style({ fontSize: vars.size.small })

/** What an amount that nobody has typed yet would come to. */
export const example = cabinetPart.style({ display: 'grid', gap: vars.space[1] })

export const paper = cabinetPart.style({
  paddingBlock: vars.space[3],
  paddingInline: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const paperTitle = cabinetPart.style({ fontSize: vars.size.h4 })

/** Its lines stand close together, so that the button stays near. */
globalStyle(`${paper} dl > div`, { '@layer': { [cabinet]: { paddingBlock: '0.375rem', lineHeight: 1.4 } } })
