import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { inContent, sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const page = sitePart.style({
  minHeight: '100vh',
  display: 'flex',
  flexDirection: 'column',
  /** What is as wide as the window is wider than a page beside its scrollbar. */
  overflowX: ['hidden', 'clip'],
})

export const main = sitePart.style({
  ...inContent,
  flex: 1,
  paddingBlock: `${vars.space[6]} ${vars.space[8]}`,
})

/** The sea bed. */
export const footer = sitePart.style({
  overflowWrap: 'anywhere',
  background: vars.colour.depth6,
  color: vars.colour.onDeepSoft,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
})

export const footerColumns = sitePart.style({
  ...inContent,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))',
  gap: `${vars.space[6]} ${vars.space[5]}`,
  paddingBlock: vars.space[7],
})

export const footerTitle = sitePart.style({
  marginBlockEnd: vars.space[3],
  color: vars.colour.onDeep,
  fontSize: vars.size.body,
})

export const footerList = sitePart.style({ display: 'grid', gap: vars.space[2], fontSize: vars.size.small })

/** In two columns where the list has a phone's width to itself. */
export const footerPlaces = sitePart.style({
  columns: '8rem',
  columnGap: vars.space[5],
  fontSize: vars.size.small,
})
globalStyle(`${footerPlaces} > li`, {
  '@layer': { [site]: { breakInside: 'avoid', paddingBlockEnd: vars.space[2] } },
})

export const footerWarning = sitePart.style({
  width: `min(100% - 2 * ${vars.space[4]}, ${vars.width.content})`,
  '@media': { '(min-width: 40rem)': { width: `min(100% - 2 * ${vars.space[5]}, ${vars.width.content})` } },
  marginInline: 'auto',
  paddingBlock: vars.space[5],
  borderBlockStart: `1px solid ${vars.colour.depth4}`,
  fontSize: vars.size.small,
})

export const newsletter = sitePart.style({
  display: 'grid',
  gap: vars.space[3],
  alignContent: 'start',
  justifyItems: 'start',
})
globalStyle(`${newsletter} ${footerTitle}`, { '@layer': { [site]: { marginBlockEnd: 0 } } })
export const newsletterText = sitePart.style({ fontSize: vars.size.small })
globalStyle(`${newsletter} label`, { '@layer': { [site]: { color: vars.colour.onDeep } } })

globalStyle(`${footer} a`, { '@layer': { [site]: { color: vars.colour.onDeep } } })
