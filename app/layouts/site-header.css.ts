import { globalStyle } from '@vanilla-extract/css'
import { site } from '../ui/theme/layers.css'
import { from, inContent, sitePart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

/** At one place on every page, however wide the page below it is. */
export const bar = sitePart.style({
  ...inContent,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  paddingBlock: vars.space[2],
})

/** Beside the name on a desktop; a row of its own on a phone, with the language at its end. */
export const navigation = sitePart.style({
  order: 3,
  flex: '1 1 min(100%, 12rem)',
  '@media': { [from.desktop]: { order: 0, flexBasis: 0, marginInlineStart: vars.space[5] } },
})
/** On a phone in rows of equal length, so that no link is alone in a row. */
export const places = sitePart.style({ textWrap: 'balance' })
globalStyle(`${places} > li`, {
  '@layer': { [site]: { display: 'inline-block', marginInlineEnd: vars.space[3] } },
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

export const language = sitePart.style({
  order: 4,
  alignSelf: 'start',
  '@media': { [from.desktop]: { order: 0, alignSelf: 'center' } },
})
/** On a phone its word has the room to itself. */
globalStyle(`${language} svg`, {
  '@media': { 'not all and (min-width: 40rem)': { '@layer': { [site]: { display: 'none' } } } },
})

export const account = sitePart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[1],
})
/** Beside the name also on a narrow phone. */
globalStyle(`${account} > a`, {
  '@media': { 'not all and (min-width: 40rem)': { '@layer': { [site]: { paddingInline: vars.space[2] } } } },
})
