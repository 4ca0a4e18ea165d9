import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const page = sitePart.style({ minHeight: '100vh', display: 'flex', flexDirection: 'column' })

const inner = {
  width: '100%',
  maxWidth: `calc(${vars.width.content} + 2 * ${vars.space[5]})`,
  marginInline: 'auto',
  paddingInline: vars.space[4],
  '@media': { '(min-width: 40rem)': { paddingInline: vars.space[5] } },
}

export const header = sitePart.style({ background: vars.colour.page })

export const bar = sitePart.style({
  ...inner,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  paddingBlock: vars.space[2],
})

export const navigation = sitePart.style({
  order: 3,
  width: '100%',
  '@media': {
    '(min-width: 64rem)': {
      order: 0,
      width: 'auto',
      marginInlineEnd: 'auto',
      marginInlineStart: vars.space[5],
    },
  },
})
/** On a phone in rows of equal length, so that no link is alone in a row. */
export const places = sitePart.style({ textWrap: 'balance' })
globalStyle(`${places} > li`, {
  '@layer': { [site]: { display: 'inline-block', marginInlineEnd: vars.space[4] } },
})
export const place = sitePart.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.space[6],
  color: vars.colour.soft,
  fontSize: vars.size.small,
  textDecoration: 'none',
  borderBlockEnd: '2px solid transparent',
  selectors: {
    '&:hover': { color: vars.colour.text },
    '&[aria-current=page]': { color: vars.colour.text, borderBlockEndColor: vars.colour.waterline },
  },
})

export const tools = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[1],
})

export const main = sitePart.style({ ...inner, flex: 1, paddingBlock: `${vars.space[6]} ${vars.space[8]}` })

/** On a phone the words have the line to themselves. */
globalStyle(`${tools} svg`, {
  '@media': { 'not all and (min-width: 40rem)': { '@layer': { [site]: { display: 'none' } } } },
})

/** The sea bed. */
export const footer = sitePart.style({
  background: vars.colour.depth6,
  color: vars.colour.onDeepSoft,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
})

export const footerColumns = sitePart.style({
  ...inner,
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
