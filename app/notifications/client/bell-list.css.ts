import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** Of a phone nearly as wide as the screen. */
export const popover = cabinetPart.style({
  containerType: 'inline-size',
  width: 'min(24rem, calc(100vw - 1rem))',
  maxHeight: 'min(34rem, var(--radix-popover-content-available-height))',
})

export const row = cabinetPart.style({
  position: 'relative',
  display: 'grid',
  gap: vars.space[1],
  padding: `${vars.space[3]} ${vars.space[4]} ${vars.space[3]} ${vars.space[6]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  color: vars.colour.text,
  textDecoration: 'none',
  selectors: { '&:hover': { background: vars.colour.sunk } },
})
/** A dot before what has not been read. */
export const unread = cabinetPart.style(
  {
    selectors: {
      '&::before': {
        content: '""',
        position: 'absolute',
        insetInlineStart: vars.space[3],
        insetBlockStart: '1.2rem',
        width: vars.space[2],
        height: vars.space[2],
        borderRadius: vars.radius.full,
        background: vars.colour.accent,
      },
    },
  },
  [row],
)
export const text = cabinetPart.style({
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
})
export const nothing = cabinetPart.style({ padding: vars.space[4], color: vars.colour.soft })
/** Of all times above it. */
export const zone = cabinetPart.style({
  padding: `${vars.space[2]} ${vars.space[4]} 0`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
})
/** Stands below the rows, in view where a row has room above it; with large text it is the end of the list. */
export const foot = cabinetPart.style({
  insetBlockEnd: 0,
  '@container': { '(min-width: 18rem)': { position: 'sticky' } },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  padding: `${vars.space[2]} ${vars.space[4]}`,
  background: vars.colour.raised,
})
export const all = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.control,
})
