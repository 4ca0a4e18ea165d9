import { globalStyle } from '@vanilla-extract/css'
import { base } from '../theme/layers.css'
import { kit } from '../theme/style'
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
