import { globalStyle } from '@vanilla-extract/css'
import { base, cabinet } from '../theme/layers.css'
import { cabinetPart, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const box = kit.style({ borderBlockEnd: `1px solid ${vars.colour.line}` })

export const title = kit.style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minHeight: vars.control,
  paddingBlock: vars.space[3],
  fontWeight: vars.weight.strong,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

export const mark = kit.style({
  flexShrink: 0,
  color: vars.colour.waterline,
  transition: `transform ${vars.motion.quick}`,
})
globalStyle(`${box}[open] ${mark}`, { '@layer': { [base]: { transform: 'rotate(180deg)' } } })

export const text = kit.style({ paddingBlockEnd: vars.space[5], color: vars.colour.soft })

const opensByStyle = 'selector(::details-content)'

export const boxOfPhone = cabinetPart.style({
  minWidth: 0,
  '@supports': { [opensByStyle]: { '@media': { [from.tablet]: { borderBlockEnd: 0 } } } },
})

/** A browser that can't open it by style keeps the title. */
export const titleOfPhone = cabinetPart.style({
  paddingBlock: 0,
  '@supports': { [opensByStyle]: { '@media': { [from.tablet]: { display: 'none' } } } },
})

export const contentOfPhone = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[6],
  paddingBlock: `${vars.space[3]} ${vars.space[5]}`,
  '@media': { [from.tablet]: { padding: 0 } },
})

globalStyle(`${boxOfPhone}::details-content`, {
  '@layer': { [cabinet]: { '@media': { [from.tablet]: { contentVisibility: 'visible' } } } },
})
