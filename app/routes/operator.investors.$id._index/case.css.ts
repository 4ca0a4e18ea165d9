import { operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** Parts side by side where there is room for two; the tables of money take the whole width. */
export const columns = operatorPart.style({
  display: 'grid',
  gap: vars.space[6],
  '@media': {
    '(min-width: 90rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' },
  },
})

export const column = operatorPart.style({ display: 'grid', gap: vars.space[6], minWidth: 0 })
