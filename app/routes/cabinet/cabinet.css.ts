import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** On a desktop that is high enough the accounts stay in view; on a low one and on a phone they scroll away. */
const highEnough = '(min-height: 32rem)'

/**
 * A phone has the brand and the bell on a line, or below each other where the reader's text is large, then the
 * accounts, then the page. On a desktop the sidebar of 240 px is beside all of that and stays in view.
 */
export const page = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  minHeight: '100vh',
  paddingBlockEnd: `calc(${vars.space[8]} + env(safe-area-inset-bottom))`,
  '@media': {
    [from.desktop]: {
      display: 'grid',
      gridTemplateColumns: '15rem minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
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

export const banner = cabinetPart.style({ gridColumn: '1 / -1', width: '100%' })

export const side = cabinetPart.style({
  flexGrow: 1,
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
      containerType: 'inline-size',
      containerName: 'content',
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
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: `${vars.space[1]} ${vars.space[4]}`,
      paddingBlock: vars.space[4],
      background: vars.colour.page,
    },
    print: { display: 'none' },
  },
  // Large text makes it too high to lie over a page: the size of the content is told in lines, that of the window is not.
  '@container': {
    'content (min-width: 40rem)': {
      '@media': {
        [`${from.desktop} and ${highEnough}`]: { position: 'sticky', zIndex: 4, insetBlockStart: 0 },
      },
    },
  },
})

export const bell = cabinetPart.style({
  maxWidth: '100%',
  marginInlineStart: 'auto',
  paddingInlineEnd: vars.space[1],
  '@media': { [from.desktop]: { order: 1 }, print: { display: 'none' } },
})

export const accounts = cabinetPart.style({
  width: '100%',
  '@media': {
    [from.desktop]: { flex: '1 1 0', minWidth: 'min(100%, 26rem)' },
    print: { display: 'none' },
  },
})

export const main = cabinetPart.style({
  width: '100%',
  minWidth: 0,
  padding: `${vars.space[5]} ${vars.inset.box} ${vars.space[6]}`,
  '@media': {
    [from.tablet]: { paddingInline: vars.space[5] },
    [from.desktop]: { padding: `${vars.space[4]} 0 ${vars.space[7]}` },
  },
})

export const flash = cabinetPart.style({ marginBlockEnd: vars.space[5] })

/** On a phone the room of the bottom bar is below it. */
export const foot = cabinetPart.style({
  paddingInline: vars.inset.box,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  '@media': {
    [from.tablet]: { padding: `0 ${vars.space[5]} ${vars.space[4]}` },
    [from.desktop]: { padding: `${vars.space[4]} 0` },
    print: { display: 'none' },
  },
})

/**
 * Where the browser has view transitions, one page gives way to the next. Pages that load as documents do without: on
 * the way out of the cabinet the browser forgets the styles that would allow it, and reports that as an error.
 */
globalStyle('::view-transition-group(root), ::view-transition-old(root), ::view-transition-new(root)', {
  '@layer': { [cabinet]: { animationDuration: vars.motion.gentle } },
})
