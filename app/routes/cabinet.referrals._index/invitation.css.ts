import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { beside, cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** A line to select, as wide as it needs and broken anywhere on a phone. */
export const link = cabinetPart.style({
  width: 'fit-content',
  maxWidth: '100%',
  padding: `${vars.space[1]} ${vars.space[4]}`,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.control,
  background: vars.colour.raised,
  fontFamily: vars.font.code,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})

/** What is folded on a phone stands close together there, so that the list begins on the first screen. */
export const top = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [from.tablet]: { gap: vars.space[5] } },
})

/** The link, and beside it its code with how it works. */
export const invitation = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': {
    [beside]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      columnGap: vars.space[6],
      alignItems: 'start',
    },
  },
})

/** The code stands beside its words, and above them where large text leaves them too little. */
export const more = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: vars.space[4],
})
globalStyle(`${more} > svg`, { '@layer': { [cabinet]: { flex: '0 0 8.5rem' } } })

export const text = cabinetPart.style({
  display: 'grid',
  gap: vars.space[2],
  flex: '1 1 13rem',
  minWidth: 0,
  fontSize: vars.size.small,
})
