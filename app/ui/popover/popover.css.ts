import { cabinetPart } from '../theme/style'
import { vars } from '../theme/vars.css'

/** What stands over the page beside what opened it. */
export const surface = cabinetPart.style({
  zIndex: 20,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  color: vars.colour.text,
  boxShadow: vars.shadow,
  outline: 'none',
})

/** At most of the room that the window has beside its anchor: with large text it scrolls. */
export const popover = cabinetPart.style(
  {
    maxWidth: 'var(--radix-popover-content-available-width)',
    maxHeight: 'var(--radix-popover-content-available-height)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
  [surface],
)
