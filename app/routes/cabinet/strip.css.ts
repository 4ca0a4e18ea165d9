import { cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** A control of the frame: quiet, as high as a finger. */
export const tool = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  minWidth: vars.control,
  minHeight: vars.control,
  paddingInline: vars.space[3],
  border: 0,
  borderRadius: vars.radius.control,
  background: 'none',
  color: vars.colour.link,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunk } },
})

export const count = cabinetPart.style({
  minWidth: '1.375rem',
  padding: `1px ${vars.space[2]}`,
  borderRadius: vars.radius.full,
  background: vars.colour.accent,
  color: vars.colour.onAccent,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.25rem',
  textAlign: 'center',
  '@media': { [forcedColours]: { outline: '1px solid' } },
})

/** Where a phone has no room for it, the word is read out alone. */
export const wordOnDesk = cabinetPart.style({
  '@media': {
    [`not all and ${from.tablet}`]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
})
