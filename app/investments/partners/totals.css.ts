import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const totals = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr))',
  gap: `${vars.space[2]} ${vars.space[4]}`,
  '@media': {
    [from.tablet]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
      gap: vars.space[4],
    },
  },
})

/** Figures are aligned on one line, also if a label has several lines. */
export const total = cabinetPart.style({
  display: 'grid',
  gridTemplateRows: 'auto auto 1fr',
  alignContent: 'start',
  gap: vars.space[1],
  paddingBlockStart: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
})

export const name = cabinetPart.style({
  color: vars.colour.soft,
  fontSize: vars.size.small,
  '@media': { [from.tablet]: { fontSize: vars.size.body } },
})
export const figure = cabinetPart.style({
  fontWeight: vars.weight.strong,
  '@media': { [from.tablet]: { fontSize: vars.size.h4 } },
})
/** A phone shows the names and figures alone, for its list begins on the first screen. */
const onWide = { display: 'none', '@media': { [from.tablet]: { display: 'block' } } } as const
export const note = cabinetPart.style({ ...onWide, color: vars.colour.soft, fontSize: vars.size.small })
