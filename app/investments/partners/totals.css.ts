import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const totals = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
  gap: vars.space[4],
})

/** Figures are aligned on one line, also if a label has several lines. */
export const total = cabinetPart.style({
  display: 'grid',
  gridTemplateRows: 'auto auto 1fr',
  alignContent: 'start',
  gap: vars.space[1],
  paddingBlockStart: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})

export const name = cabinetPart.style({ color: vars.colour.soft })
export const figure = cabinetPart.style({ fontSize: vars.size.h4, fontWeight: vars.weight.strong })
export const note = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })
