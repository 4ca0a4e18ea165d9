import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

const opensByStyle = 'selector(::details-content)'

export const fold = cabinetPart.style({
  minWidth: 0,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  '@supports': { [opensByStyle]: { '@media': { [from.tablet]: { borderBlockEnd: 0 } } } },
})

export const title = cabinetPart.style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minHeight: vars.control,
  fontWeight: vars.weight.strong,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
  '@supports': { [opensByStyle]: { '@media': { [from.tablet]: { display: 'none' } } } },
})

export const mark = cabinetPart.style({
  flexShrink: 0,
  color: vars.colour.waterline,
  transition: `transform ${vars.motion.quick}`,
  selectors: { 'details[open] > summary > &': { transform: 'rotate(180deg)' } },
})

export const content = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[6],
  paddingBlock: `${vars.space[3]} ${vars.space[5]}`,
  '@media': { [from.tablet]: { padding: 0 } },
})

/** A browser that can't open it by style keeps the summary. */
globalStyle(`${fold}::details-content`, {
  '@layer': { [cabinet]: { '@media': { [from.tablet]: { contentVisibility: 'visible' } } } },
})
