import { cabinetPart, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const place = kit.style({ position: 'relative', display: 'block', minWidth: 0 })

/** The browser's own control; the button inside the box is a quiet one. */
export const native = kit.style({
  padding: vars.space[1],
  cursor: 'pointer',
  selectors: {
    '&::file-selector-button': {
      font: 'inherit',
      fontWeight: vars.weight.medium,
      color: vars.colour.text,
      minHeight: '2.125rem',
      marginInlineEnd: vars.space[3],
      paddingInline: vars.space[3],
      border: 0,
      borderRadius: vars.radius.control,
      background: vars.colour.sunk,
      cursor: 'pointer',
    },
  },
})

/** What follows is drawn by scripts, which public forms do without.
 *
 * It takes presses, files that are dropped and the focus, and its box and outline stay; its words do not. */
export const covered = cabinetPart.style({
  color: 'transparent',
  selectors: { '&::file-selector-button': { visibility: 'hidden' } },
})

/** In the place of the browser's words, in the language of the page. */
export const shown = cabinetPart.style({
  position: 'absolute',
  insetBlock: vars.space[1],
  insetInline: vars.space[1],
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minWidth: 0,
  pointerEvents: 'none',
})

export const button = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  flex: 'none',
  maxWidth: '60%',
  height: '100%',
  paddingInline: vars.space[3],
  borderRadius: vars.radius.control,
  background: vars.colour.sunk,
  fontWeight: vars.weight.medium,
  lineHeight: 1.25,
})

export const name = cabinetPart.style({
  flex: '1 1 0',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const none = cabinetPart.style({ color: vars.colour.soft }, [name])
