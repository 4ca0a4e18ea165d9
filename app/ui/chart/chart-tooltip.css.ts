import { surface } from '../popover/popover.css'
import { cabinetPart } from '../theme/style'
import { vars } from '../theme/vars.css'

export const tooltip = cabinetPart.style(
  {
    display: 'grid',
    gap: vars.space[1],
    maxWidth: 'min(20rem, calc(100vw - 1rem))',
    padding: `${vars.space[2]} ${vars.space[3]}`,
    fontSize: vars.size.small,
    fontVariantNumeric: 'tabular-nums',
  },
  [surface],
)

export const value = cabinetPart.style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[4],
})

export const name = cabinetPart.style({ color: vars.colour.soft })
