import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../theme/layers.css'
import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const toast = kit.style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[3],
  maxWidth: '24rem',
  padding: `${vars.space[3]} ${vars.space[4]}`,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  boxShadow: vars.shadow,
  pointerEvents: 'auto',
  '@media': { [forcedColours]: { borderColor: 'CanvasText' } },
})

export const body = kit.style({ display: 'grid', gap: vars.space[1], minWidth: 0, overflowWrap: 'anywhere' })

/** Their words begin where the text above them does. */
export const actions = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[1],
  marginInlineStart: `calc(-1 * ${vars.space[3]})`,
})

/** What a toast covers at the end of a page can be scrolled out from under it. */
globalStyle(`body:has(${toast})`, { '@layer': { [cabinet]: { paddingBlockEnd: '12rem' } } })
