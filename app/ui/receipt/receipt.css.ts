import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../theme/layers.css'
import { cabinetPart, from } from '../theme/style'
import { vars } from '../theme/vars.css'

/** Close together, so that all of it is on the first screen of a phone. */
export const receipt = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[2],
  maxWidth: vars.width.reading,
})

export const title = cabinetPart.style({ fontSize: vars.size.h4, color: vars.colour.soft })

export const amount = cabinetPart.style({
  fontSize: 'min(2.25rem, 12vw)',
  fontWeight: vars.weight.strong,
  lineHeight: 1.15,
  letterSpacing: '-0.02em',
})

/** Many digits stay on one line of a phone. */
export const longAmount = cabinetPart.style({ fontSize: 'min(1.5rem, 8vw)' }, [amount])

export const direction = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) auto minmax(0, 1fr)',
  gap: vars.space[3],
  alignItems: 'center',
})

export const arrow = cabinetPart.style({ color: vars.colour.soft })

export const paper = cabinetPart.style({
  paddingInline: vars.space[3],
  border: `1px solid ${vars.colour.line}`,
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

/** A name and its value share the line, whatever the longer one is. */
globalStyle(`${paper} dl > div`, {
  '@layer': {
    [cabinet]: {
      gridTemplateColumns: 'auto auto',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      columnGap: vars.space[2],
      paddingBlock: '0.375rem',
      lineHeight: 1.4,
    },
  },
})
/** On the narrowest phones a value that has no room beside its name is on a line of its own. */
const narrowest = '(max-width: 22.4375rem)'
globalStyle(`${paper} dl > div`, {
  '@media': { [narrowest]: { '@layer': { [cabinet]: { display: 'flex', flexWrap: 'wrap' } } } },
})
globalStyle(`${paper} dl > div > dt`, {
  '@media': {
    [narrowest]: {
      '@layer': {
        [cabinet]: {
          flex: '1 1 0',
          minWidth: 'min(100%, 8rem)',
          hyphens: 'auto',
          overflowWrap: 'break-word',
        },
      },
    },
  },
})
globalStyle(`${paper} dl > div > dd`, {
  '@media': { [narrowest]: { '@layer': { [cabinet]: { marginInlineStart: 'auto' } } } },
})
/** A name gives way before a figure or a date is broken, where there is room for both. */
const wideEnough = '(min-width: 22.5rem)'
globalStyle(`${paper} dl > div > dd`, {
  '@layer': { [cabinet]: { textAlign: 'end', overflowWrap: 'break-word' } },
  '@media': { [wideEnough]: { '@layer': { [cabinet]: { minWidth: 'auto', overflowWrap: 'normal' } } } },
})
globalStyle(`${paper} time`, {
  '@media': { [wideEnough]: { '@layer': { [cabinet]: { whiteSpace: 'nowrap' } } } },
})

export const term = cabinetPart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const place = cabinetPart.style({ minWidth: 0, overflowWrap: 'anywhere', lineHeight: 1.35 })

/** At the size of body text, on the ground of a warning. */
export const risk = cabinetPart.style({
  paddingBlock: vars.space[2],
  paddingInline: vars.space[3],
  borderRadius: vars.radius.surface,
  background: vars.colour.warningGround,
  lineHeight: 1.4,
})

/** What is read about it stands apart from its figures. */
export const reading = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  marginBlockStart: vars.space[4],
})

export const rest = cabinetPart.style({ marginBlockStart: vars.space[5] })

/** The button of the act, and beside it the one that goes back. The fields of the first form are above both. */
export const buttons = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  alignItems: 'center',
})

globalStyle(`${buttons} > form, ${buttons} > form > div`, {
  '@layer': { [cabinet]: { display: 'contents' } },
})
/** Their margin fills the row, so that no button stands beside one. */
globalStyle(`${buttons} > form > div > :not(:last-child)`, {
  '@layer': {
    [cabinet]: {
      width: `min(100%, ${vars.width.form})`,
      marginInlineEnd: `max(0px, 100% - ${vars.width.form})`,
    },
  },
})
/** On a phone the act takes what the way back leaves, and a line of its own where large text leaves too little. */
globalStyle(`${buttons} > form:first-child > div > :last-child`, {
  '@media': {
    [`not all and ${from.tablet}`]: {
      '@layer': {
        [cabinet]: { flex: '1 1 0', width: 'auto', minWidth: 'min(100%, 10rem)', overflowWrap: 'anywhere' },
      },
    },
  },
})
globalStyle(`${buttons} > a`, { '@layer': { [cabinet]: { width: 'auto' } } })
