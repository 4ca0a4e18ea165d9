import { beside, cabinetPart, from } from '../theme/style'
import { vars } from '../theme/vars.css'

/** On a phone one below the other, the receipt right below the amount; beside it where there is room. */
export const composer = cabinetPart.style({
  display: 'grid',
  gap: vars.space[5],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"amount" "receipt" "rest" "buttons"',
  '@container': {
    [beside]: {
      gridTemplateColumns: 'minmax(0, 1fr) 22rem',
      gridTemplateRows: 'auto auto 1fr',
      gridTemplateAreas: '"amount receipt" "rest receipt" "buttons receipt"',
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
  gap: vars.space[5],
  minWidth: 0,
  selectors: { '&:empty': { display: 'none' } },
})
export const buttons = cabinetPart.style({ gridArea: 'buttons' })
export const receipt = cabinetPart.style({ gridArea: 'receipt', minWidth: 0 })

export const amountAndCurrency = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [from.tablet]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
      alignItems: 'start',
    },
  },
})

export const currencies = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  marginBlockStart: vars.space[1],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))' } },
})

export const all = cabinetPart.style({ fontSize: vars.size.small })

export const paper = cabinetPart.style({
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const paperTitle = cabinetPart.style({ fontSize: vars.size.h4 })
