import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** On a phone one below the other, the receipt right below the amount; beside it where there is room. */
export const composer = cabinetPart.style({
  display: 'grid',
  gap: vars.space[5],
  alignItems: 'start',
  gridTemplateAreas: '"amount" "receipt" "plans" "risk" "buttons"',
  '@media': {
    [from.desktop]: {
      gridTemplateColumns: 'minmax(0, 1fr) 22rem',
      gridTemplateRows: 'auto auto auto 1fr',
      gridTemplateAreas: '"amount receipt" "plans receipt" "risk receipt" "buttons receipt"',
      columnGap: vars.space[6],
    },
  },
})

export const amount = cabinetPart.style({ gridArea: 'amount' })
export const plans = cabinetPart.style({ gridArea: 'plans', minWidth: 0 })
export const risk = cabinetPart.style({ gridArea: 'risk' })
export const buttons = cabinetPart.style({ gridArea: 'buttons' })
export const receipt = cabinetPart.style({ gridArea: 'receipt', minWidth: 0 })

export const amountAndCurrency = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  alignItems: 'end',
  '@media': { [from.tablet]: { gridTemplateColumns: 'minmax(0, 1fr) 18rem', alignItems: 'start' } },
})

export const whole = cabinetPart.style({ fontSize: vars.size.small })

export const paper = cabinetPart.style({
  padding: vars.space[4],
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

export const paperTitle = cabinetPart.style({ fontSize: vars.size.h4 })
