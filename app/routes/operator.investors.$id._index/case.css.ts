import { operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** Money beside the person where there is room for both. */
export const columns = operatorPart.style({
  display: 'grid',
  gap: vars.space[6],
  '@media': {
    '(min-width: 90rem)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', alignItems: 'start' },
  },
})

export const column = operatorPart.style({ display: 'grid', gap: vars.space[6], minWidth: 0 })
