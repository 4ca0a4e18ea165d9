import { createContainer, globalStyle, type StyleRule } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { cabinetPart, forcedColours, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const sidebar = cabinetPart.style({
  display: 'none',
  '@media': { [from.desktop]: { display: 'grid', gap: vars.space[4] }, print: { display: 'none' } },
})

const screen = createContainer()
/**
 * Where text is too large for five words side by side, the bar is the entry "More" alone, and opens to a list of all
 * pages that scrolls.
 */
const withLargeText = (rules: StyleRule): StyleRule => ({
  '@supports': { 'selector(:has(a))': { '@container': { [`${screen} (max-width: 16rem)`]: rules } } },
})

export const docked = cabinetPart.style({
  containerName: screen,
  containerType: 'inline-size',
  position: 'fixed',
  zIndex: 5,
  insetInline: 0,
  insetBlockEnd: 0,
  '@media': { [from.desktop]: { display: 'none' }, print: { display: 'none' } },
})

export const bar = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 1fr)',
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
  borderBlockStart: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  ...withLargeText({ display: 'block', maxHeight: '100vh', overflowY: 'auto' }),
})

export const tabs = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  ...withLargeText({
    display: 'none',
    gridTemplateColumns: 'minmax(0, 1fr)',
    selectors: { [`${bar}:has(> details[open]) > &`]: { display: 'grid' } },
  }),
})

export const list = cabinetPart.style({ display: 'grid', gap: vars.space[1] })

export const item = cabinetPart.style({ minWidth: 0 })

const marked: StyleRule = {
  background: vars.colour.depth0,
  color: vars.colour.onShallow,
  boxShadow: `inset 2px 0 0 ${vars.colour.waterline}`,
}

/** The current page is marked by the waterline next to it. */
export const place = cabinetPart.style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.control,
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  lineHeight: 1.2,
  textDecoration: 'none',
  transition: `background-color ${vars.motion.quick}, color ${vars.motion.quick}`,
  selectors: {
    '&:hover': { background: vars.colour.sunk, color: vars.colour.text },
    '&[aria-current]': marked,
  },
  '@media': {
    [forcedColours]: {
      selectors: { '&[aria-current]:not(:focus-visible)': { outline: '1px solid Highlight' } },
    },
  },
})

/** In the bar itself the icon is above its label, and the waterline above both. */
const tab: StyleRule = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: '2px',
  height: '100%',
  minHeight: '3.5rem',
  padding: `${vars.space[1]} 0`,
  borderRadius: 0,
  fontSize: 'min(0.6875rem, 3.6vw)',
  textAlign: 'center',
  ...withLargeText({
    flexDirection: 'row',
    justifyContent: 'start',
    gap: vars.space[3],
    minHeight: vars.control,
    paddingInline: `calc(${vars.space[4]} + ${vars.space[3]})`,
    fontSize: vars.size.body,
    textAlign: 'start',
  }),
}
const markedTab: StyleRule = {
  background: 'none',
  color: vars.colour.text,
  boxShadow: `inset 0 2px 0 ${vars.colour.waterline}`,
}

globalStyle(`${tabs} ${place}`, { '@layer': { [cabinet]: tab } })
globalStyle(`${tabs} ${place}[aria-current]`, { '@layer': { [cabinet]: markedTab } })

export const more = cabinetPart.style(
  {
    ...tab,
    alignItems: 'center',
    cursor: 'pointer',
    listStyle: 'none',
    selectors: {
      '&::-webkit-details-marker': { display: 'none' },
      '&:focus-visible': { outlineOffset: '-2px' },
      '&[aria-current]': markedTab,
    },
  },
  [place],
)

/** Opens above the bar, and scrolls on a low screen. */
export const sheet = cabinetPart.style({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 'calc(3.5rem + 1px + env(safe-area-inset-bottom))',
  display: 'grid',
  gap: vars.space[3],
  maxHeight: 'calc(100vh - 5rem)',
  padding: vars.space[4],
  overflowY: 'auto',
  borderBlockStart: `1px solid ${vars.colour.line}`,
  background: vars.colour.raised,
  boxShadow: vars.shadow,
  ...withLargeText({ position: 'static', maxHeight: 'none', boxShadow: 'none' }),
})

/** Five words in 320 px: tight in the bar, and hyphenated rather than cut off. */
export const word = cabinetPart.style({ maxWidth: '100%', hyphens: 'auto', overflowWrap: 'anywhere' })
globalStyle(`${tabs} ${word}, ${more} ${word}`, { '@layer': { [cabinet]: { letterSpacing: '-0.02em' } } })
