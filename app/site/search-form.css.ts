import { sitePart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

/** The button stands at the end of the field, or below it where there is no room. */
export const form = sitePart.style({
  display: 'grid',
  gap: vars.space[3],
  alignItems: 'end',
  maxWidth: vars.width.reading,
  '@media': { '(min-width: 40rem)': { gridTemplateColumns: '1fr auto' } },
})
