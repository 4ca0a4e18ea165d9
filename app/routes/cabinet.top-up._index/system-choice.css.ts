import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** Paying in, and below it getting out. */
export const terms = cabinetPart.style({
  display: 'block',
  overflowWrap: 'anywhere',
  selectors: { '& + &': { marginBlockStart: vars.space[1] } },
})
