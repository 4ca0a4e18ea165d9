import { globalStyle } from '@vanilla-extract/css'
import { operator } from '../../ui/theme/layers.css'
import { from, operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** A phone has no keys. */
export const place = operatorPart.style({
  display: 'none',
  '@media': { [from.desktop]: { display: 'block' }, print: { display: 'none' } },
})

export const dialog = operatorPart.style({
  width: 'min(32rem, calc(100vw - 2rem))',
  margin: 'auto',
  padding: vars.space[5],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.control,
  background: vars.colour.raised,
  color: vars.colour.text,
})

globalStyle(`${dialog} dl`, {
  '@layer': {
    [operator]: {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gap: `${vars.space[2]} ${vars.space[4]}`,
      margin: `${vars.space[4]} 0`,
    },
  },
})

globalStyle(`${dialog} kbd`, {
  '@layer': {
    [operator]: {
      padding: `0 ${vars.space[2]}`,
      border: `1px solid ${vars.colour.line}`,
      borderRadius: vars.radius.control,
      background: vars.colour.sunk,
    },
  },
})
