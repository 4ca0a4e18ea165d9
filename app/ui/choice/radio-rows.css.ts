import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../theme/layers.css'
import { cabinetPart, beside, forcedColours } from '../theme/style'
import { vars } from '../theme/vars.css'

export const rows = cabinetPart.style({
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
})

/** The whole row is the label, so the whole row is the target. */
export const row = cabinetPart.style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 'min(0.75rem, 3vw)',
  alignItems: 'start',
  minHeight: vars.control,
  paddingBlock: '0.5rem',
  paddingInline: 'min(0.75rem, 3vw)',
  borderBlockStart: `1px solid ${vars.colour.line}`,
  cursor: 'pointer',
  transition: `background-color ${vars.motion.quick}`,
  selectors: {
    '&:first-child': {
      borderBlockStart: 0,
      borderStartStartRadius: 'inherit',
      borderStartEndRadius: 'inherit',
    },
    '&:last-child': { borderEndStartRadius: 'inherit', borderEndEndRadius: 'inherit' },
    '&:hover': { background: vars.colour.sunk },
    '&:has(input:checked)': {
      background: vars.colour.infoGround,
      boxShadow: `inset 0 0 0 2px ${vars.colour.link}`,
    },
    '&:has(input:focus-visible)': { outline: `2px solid ${vars.colour.focus}`, outlineOffset: '2px' },
    '&:has(input:disabled)': { background: vars.colour.sunk, cursor: 'default' },
  },
  '@media': {
    [forcedColours]: {
      selectors: {
        '&:has(input:checked):not(:has(input:focus-visible))': { outline: '2px solid Highlight' },
      },
    },
  },
})
export const unavailable = cabinetPart.style({ color: vars.colour.soft })

export const dot = cabinetPart.style({
  width: '1.125rem',
  height: '1.125rem',
  marginBlockStart: '0.1875rem',
  cursor: 'inherit',
  // The row has the outline instead, where its style can know that its field has the focus.
  '@supports': { 'selector(:has(a))': { selectors: { '&:focus-visible': { outline: 'none' } } } },
})

/** Title and figure share the first line; where they do not fit, the figure goes below. */
export const body = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[3],
  minWidth: 0,
})

/** Where there is room, each figure has a column of its own. */
const column = { flex: 'none', width: '11.5rem' } as const

export const title = cabinetPart.style({
  flex: '1 1 0',
  minWidth: 'min-content',
  fontWeight: vars.weight.medium,
})
export const side = cabinetPart.style({
  minWidth: 0,
  // An amount holds together; in very large text it has to break all the same.
  overflowWrap: 'anywhere',
  textAlign: 'end',
  fontWeight: vars.weight.medium,
  '@container': { [beside]: { ...column, order: 2 } },
})
export const text = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[3],
  justifyContent: 'space-between',
  width: '100%',
  overflowWrap: 'anywhere',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  lineHeight: 1.45,
  '@container': { [beside]: { display: 'contents' } },
})
const inLine = { color: vars.colour.soft, fontSize: vars.size.small, lineHeight: 1.45 } as const
const below = { ...inLine, order: 3, width: '100%' } as const
export const note = cabinetPart.style({ minWidth: 0, '@container': { [beside]: below } })
export const aside = cabinetPart.style({
  '@container': { [beside]: { ...inLine, ...column, order: 1, textAlign: 'end' } },
})
export const reason = cabinetPart.style({
  width: '100%',
  '@container': { [beside]: below },
})
export const detail = cabinetPart.style({
  width: '100%',
  '@container': { [beside]: below },
  '@supports': {
    'selector(:has(a))': { selectors: { [`${row}:not(:has(input:checked)) &`]: { display: 'none' } } },
  },
})

/** Two figures of a choice weigh the same. A browser that does not know `:has` would drop a list with it whole. */
for (const figure of [`${text} ${aside}`, `${side}:has(~ ${text} ${aside})`])
  globalStyle(figure, {
    '@layer': {
      [cabinet]: { color: vars.colour.text, fontSize: vars.size.small, fontWeight: vars.weight.normal },
    },
  })
