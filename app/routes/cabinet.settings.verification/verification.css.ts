import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { beside, cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const picture = cabinetPart.style({
  maxWidth: '100%',
  height: 'auto',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
})

/** A file can have any name. */
export const name = cabinetPart.style({ overflowWrap: 'anywhere' })

/** What is expected, drawn beside its words and its file; on a phone beside its words alone. */
export const tile = cabinetPart.style({
  position: 'relative',
  padding: 'min(1rem, 3vw)',
  border: `1px dashed ${vars.colour.outline}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.page,
  '@media': { [from.tablet]: { paddingInlineStart: '6rem' } },
})
globalStyle(`${tile} :is(label, [id$="-hint"])`, {
  '@layer': { [cabinet]: { paddingInlineEnd: '3rem', '@media': { [from.tablet]: { paddingInlineEnd: 0 } } } },
})

export const expected = cabinetPart.style({
  position: 'absolute',
  insetBlockStart: 'min(1rem, 3vw)',
  insetInlineEnd: 'min(1rem, 3vw)',
  width: '2.5rem',
  fill: 'none',
  stroke: vars.colour.waterline,
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '@media': {
    [from.tablet]: { insetInlineStart: '1rem', insetInlineEnd: 'auto', width: '4rem' },
    [forcedColours]: { stroke: 'CanvasText' },
  },
})

/** The form, and beside it what happens when it is sent; below it where there is no room. */
export const page = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[6],
  alignItems: 'start',
  '@container': { [beside]: { gridTemplateColumns: 'minmax(0, 1fr) 20rem' } },
})

export const steps = cabinetPart.style({ counterReset: 'step' })
export const step = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.space[3],
  counterIncrement: 'step',
  selectors: {
    '&::before': {
      content: 'counter(step)',
      alignSelf: 'start',
      minWidth: '1.5rem',
      borderRadius: vars.radius.full,
      background: vars.colour.infoGround,
      color: vars.colour.info,
      fontWeight: vars.weight.strong,
      textAlign: 'center',
    },
  },
})
