import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** A column on a phone; on a desk the sidebar of 240 px stands beside it and stays in sight. */
export const page = cabinetPart.style({
  minHeight: '100vh',
  paddingBlockEnd: `calc(${vars.space[8]} + env(safe-area-inset-bottom))`,
  '@media': {
    [from.desk]: {
      display: 'grid',
      gridTemplateColumns: '15rem minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      paddingBlockEnd: 0,
    },
  },
})

export const banner = cabinetPart.style({ '@media': { [from.desk]: { gridColumn: '1 / -1' } } })

export const side = cabinetPart.style({
  '@media': { [from.desk]: { borderInlineEnd: `1px solid ${vars.colour.line}` } },
})

export const sideContent = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: vars.space[2],
  paddingInline: vars.space[4],
  '@media': {
    [from.desk]: {
      position: 'sticky',
      insetBlockStart: 0,
      flexDirection: 'column',
      flexWrap: 'nowrap',
      alignItems: 'stretch',
      justifyContent: 'flex-start',
      gap: vars.space[5],
      minHeight: '100vh',
      padding: vars.space[4],
    },
  },
})

export const brand = cabinetPart.style({ '@media': { [from.desk]: { paddingInline: vars.space[3] } } })

export const user = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  '@media': {
    [from.desk]: { flexDirection: 'column', alignItems: 'flex-start', marginBlockStart: 'auto' },
  },
})

/** On a phone the words have the line to themselves. */
globalStyle(`${user} svg`, {
  '@media': { 'not all and (min-width: 64rem)': { '@layer': { [cabinet]: { display: 'none' } } } },
})

export const login = cabinetPart.style({
  display: 'none',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  maxWidth: '100%',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
  '@media': { [from.desk]: { display: 'block' } },
})

export const content = cabinetPart.style({
  minWidth: 0,
  '@media': {
    [from.desk]: {
      width: '100%',
      maxWidth: `calc(${vars.width.content} + 2 * ${vars.space[6]})`,
      marginInline: 'auto',
      padding: `${vars.space[5]} ${vars.space[6]}`,
    },
  },
})

export const main = cabinetPart.style({
  padding: `${vars.space[5]} ${vars.space[4]} ${vars.space[7]}`,
  '@media': {
    [from.tablet]: { paddingInline: vars.space[5] },
    [from.desk]: { padding: `${vars.space[6]} 0 ${vars.space[8]}` },
  },
})

export const flash = cabinetPart.style({ marginBlockEnd: vars.space[5] })
