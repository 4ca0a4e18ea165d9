import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** On a desktop that is high enough the accounts stay in view; on a low one and on a phone they scroll away. */
const highEnough = '(min-height: 32rem)'

/**
 * A phone has the brand and the bell on a line, then the accounts, then the page. On a desktop the sidebar of 240 px
 * is beside all of that and stays in view.
 */
export const page = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateRows: 'repeat(3, auto) 1fr',
  alignItems: 'start',
  minHeight: '100vh',
  paddingBlockEnd: `calc(${vars.space[8]} + env(safe-area-inset-bottom))`,
  '@media': {
    [from.desktop]: {
      gridTemplateColumns: '15rem minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      alignItems: 'stretch',
      paddingBlockEnd: 0,
    },
    print: { display: 'block' },
  },
})

/** A focused element or an anchor must not end up behind what stays in view. */
globalStyle(':root', {
  '@media': {
    [`${from.desktop} and ${highEnough}`]: {
      '@layer': { [cabinet]: { scrollPaddingBlock: `7rem ${vars.space[5]}` } },
    },
    [`not all and ${from.desktop}`]: {
      '@layer': { [cabinet]: { scrollPaddingBlockEnd: vars.space[8] } },
    },
  },
})

export const banner = cabinetPart.style({ gridColumn: '1 / -1' })

export const side = cabinetPart.style({
  gridColumn: 1,
  alignSelf: 'center',
  paddingInlineStart: vars.space[4],
  '@media': {
    [from.desktop]: {
      alignSelf: 'stretch',
      paddingInlineStart: 0,
      borderInlineEnd: `1px solid ${vars.colour.line}`,
    },
    print: { borderInlineEnd: 0 },
  },
})

export const sideContent = cabinetPart.style({
  '@media': {
    [from.desktop]: {
      position: 'sticky',
      insetBlockStart: 0,
      display: 'flex',
      flexDirection: 'column',
      gap: vars.space[5],
      // Less the demonstration's line above it.
      height: `calc(100vh - ${vars.space[6]})`,
      padding: vars.space[4],
      overflowY: 'auto',
    },
    print: { position: 'static', height: 'auto' },
  },
})

export const brand = cabinetPart.style({ '@media': { [from.desktop]: { paddingInline: vars.space[3] } } })

/** The user's part of the sidebar; on a phone it is under "More". */
export const sideUser = cabinetPart.style({
  display: 'none',
  '@media': { [from.desktop]: { display: 'block', marginBlockStart: 'auto' }, print: { display: 'none' } },
})

/** On a phone its parts are on the page's own grid, so that the accounts stay in view over all of it. */
export const content = cabinetPart.style({
  display: 'contents',
  '@media': {
    [from.desktop]: {
      display: 'block',
      width: '100%',
      maxWidth: `calc(${vars.width.content} + 2 * ${vars.space[6]})`,
      minWidth: 0,
      marginInline: 'auto',
      paddingInline: vars.space[6],
    },
  },
})

export const top = cabinetPart.style({
  display: 'contents',
  '@media': {
    [from.desktop]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: vars.space[4],
      paddingBlock: vars.space[4],
      background: vars.colour.page,
    },
    [`${from.desktop} and ${highEnough}`]: { position: 'sticky', zIndex: 4, insetBlockStart: 0 },
    print: { display: 'none' },
  },
})

export const bell = cabinetPart.style({
  gridColumn: 2,
  paddingInlineEnd: vars.space[1],
  '@media': { [from.desktop]: { gridRow: 1 }, print: { display: 'none' } },
})

export const accounts = cabinetPart.style({
  gridColumn: '1 / -1',
  '@media': {
    [from.desktop]: { gridColumn: 1 },
    print: { display: 'none' },
  },
})

export const main = cabinetPart.style({
  gridColumn: '1 / -1',
  minWidth: 0,
  padding: `${vars.space[5]} ${vars.space[4]} ${vars.space[7]}`,
  '@media': {
    [from.tablet]: { paddingInline: vars.space[5] },
    [from.desktop]: { padding: `${vars.space[4]} 0 ${vars.space[7]}` },
  },
})

export const flash = cabinetPart.style({ marginBlockEnd: vars.space[5] })

export const foot = cabinetPart.style({
  gridColumn: '1 / -1',
  alignSelf: 'end',
  padding: vars.space[4],
  color: vars.colour.soft,
  fontSize: vars.size.small,
  '@media': { [from.desktop]: { paddingInline: 0 }, print: { display: 'none' } },
})

/**
 * Where the browser has view transitions, one page gives way to the next. Pages that load as documents do without: on
 * the way out of the cabinet the browser forgets the styles that would allow it, and reports that as an error.
 */
globalStyle('::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root)', {
  '@layer': { [cabinet]: { animationDuration: vars.motion.gentle } },
})
