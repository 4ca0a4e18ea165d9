import { cabinetPart } from '../theme/style'
import { vars } from '../theme/vars.css'

/** At most as tall as the window has room for beside its anchor: with large text it scrolls. */
export const menu = cabinetPart.style({
  display: 'grid',
  minWidth: '12rem',
  maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
  overflowY: 'auto',
  padding: vars.space[1],
})

/** Of the same measures as what it opens beside, so that it opens there. */
export const anchor = cabinetPart.style({ position: 'absolute', inset: 0, zIndex: -1, pointerEvents: 'none' })

export const entry = cabinetPart.style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control,
  paddingInline: vars.space[3],
  borderRadius: vars.radius.control,
  color: vars.colour.text,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-highlighted]': {
      background: vars.colour.sunk,
      boxShadow: `inset 0 0 0 2px ${vars.colour.focus}`,
    },
  },
})
