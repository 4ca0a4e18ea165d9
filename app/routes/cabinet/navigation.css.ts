import { cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const nav = cabinetPart.style({
  position: 'fixed',
  zIndex: 5,
  insetInline: 0,
  insetBlockEnd: 0,
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
  borderBlockStart: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  '@media': {
    [from.desk]: {
      position: 'static',
      paddingBlockEnd: 0,
      borderBlockStart: 0,
      background: 'none',
    },
  },
})

export const list = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  '@media': { [from.desk]: { gridTemplateColumns: '1fr', gap: vars.space[1] } },
})

export const item = cabinetPart.style({ minWidth: 0 })

/** The present place is marked by the waterline: above it on a phone, beside it on a desk. */
export const place = cabinetPart.style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2px',
  height: '100%',
  minHeight: '3.5rem',
  paddingBlock: vars.space[1],
  color: vars.colour.soft,
  fontSize: '0.6875rem',
  fontWeight: vars.weight.medium,
  lineHeight: 1.2,
  textAlign: 'center',
  textDecoration: 'none',
  boxShadow: 'inset 0 0 0 transparent',
  transition: `background-color ${vars.motion.quick}, color ${vars.motion.quick}`,
  selectors: {
    '&:hover': { color: vars.colour.text },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': {
      color: vars.colour.text,
      boxShadow: `inset 0 2px 0 ${vars.colour.waterline}`,
    },
  },
  '@media': {
    [from.desk]: {
      flexDirection: 'row',
      justifyContent: 'flex-start',
      gap: vars.space[3],
      minHeight: vars.control,
      padding: `${vars.space[2]} ${vars.space[3]}`,
      borderRadius: vars.radius.control,
      fontSize: vars.size.body,
      textAlign: 'start',
      selectors: {
        '&:hover': { background: vars.colour.sunk },
        '&[aria-current]': {
          background: vars.colour.depth0,
          color: vars.colour.onShallow,
          boxShadow: `inset 2px 0 0 ${vars.colour.waterline}`,
        },
      },
    },
    [forcedColours]: { selectors: { '&[aria-current]': { outline: '1px solid Highlight' } } },
  },
})

/** Five words in 320 px: tight on a phone, and broken where a hyphen may stand rather than cut off. */
export const word = cabinetPart.style({
  maxWidth: '100%',
  letterSpacing: '-0.02em',
  hyphens: 'auto',
  overflowWrap: 'anywhere',
  '@media': { [from.desk]: { letterSpacing: 'normal' } },
})
