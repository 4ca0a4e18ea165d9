import { globalStyle } from '@vanilla-extract/css'
import { operator } from '../ui/theme/layers.css'
import { beside as hasRoom, forcedColours, from, operatorPart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

/** A case, and before it on a wide screen the cases that wait; they follow it in the order of reading. */
export const withBeside = operatorPart.style({
  '@media': {
    [from.wide]: {
      display: 'grid',
      gridTemplateColumns: '16rem minmax(0, 1fr)',
      alignItems: 'start',
      gap: vars.space[6],
    },
  },
})

export const beside = operatorPart.style({
  display: 'none',
  '@media': {
    [from.wide]: {
      gridArea: '1 / 1',
      position: 'sticky',
      insetBlockStart: vars.space[4],
      display: 'grid',
      gap: vars.space[3],
      maxHeight: `calc(100vh - 2 * ${vars.space[4]})`,
      overflowY: 'auto',
    },
    print: { display: 'none' },
  },
})

export const besideMain = operatorPart.style({
  minWidth: 0,
  '@media': { [from.wide]: { gridArea: '1 / 2' } },
})

export const besideTitle = operatorPart.style({
  paddingInline: vars.space[3],
  fontSize: vars.size.body,
  fontWeight: vars.weight.strong,
})

/** The case that is shown is marked by the waterline next to it, as a place of the navigation is. */
export const besideCase = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[3],
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  color: vars.colour.text,
  lineHeight: 1.35,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover': { background: vars.colour.sunk },
    '&[aria-current]': {
      background: vars.colour.depth0,
      color: vars.colour.onShallow,
      boxShadow: `inset 2px 0 0 ${vars.colour.waterline}`,
    },
  },
  '@media': {
    [forcedColours]: {
      selectors: { '&[aria-current]:not(:focus-visible)': { outline: '1px solid Highlight' } },
    },
  },
})

export const besideName = operatorPart.style({ fontWeight: vars.weight.medium })
export const besideWhat = operatorPart.style({ fontVariantNumeric: 'tabular-nums' })
export const besideNote = operatorPart.style({ width: '100%', fontSize: vars.size.small })

/** The case and its decision, with the investor and the notes beside it where there is room. */
export const columns = operatorPart.style({
  display: 'grid',
  alignItems: 'start',
  gap: vars.space[6],
  '@container': { [hasRoom]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(18rem, 2fr)' } },
})

/** On a phone the investor comes after the decision: from the top of the case it is one press away. */
export const toInvestor = operatorPart.style({ '@container': { [hasRoom]: { display: 'none' } } })

export const column = operatorPart.style({ display: 'grid', gap: vars.space[6], minWidth: 0 })

/** An operator reads many facts at a glance, and finds the decision below them without a scroll. */
globalStyle(`${column} dl > div`, {
  '@layer': { [operator]: { '@media': { [from.desktop]: { paddingBlock: vars.space[2] } } } },
})

/** A text exactly as its reader sees it. */
export const quote = operatorPart.style({
  padding: vars.space[4],
  borderInlineStart: `2px solid ${vars.colour.waterline}`,
  background: vars.colour.sunk,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

/** A short name that is read as one word, such as TRC-20. */
export const unbroken = operatorPart.style({ whiteSpace: 'nowrap' })

/** A part of the page that is exchanged as a whole; it has no box of its own. */
export const part = operatorPart.style({ display: 'contents' })

export const fields = operatorPart.style({ display: 'grid', gap: vars.space[5] })

/** The field of one decision; shown alone where the browser can tell which is chosen. */
export const fieldOf = {
  reject: operatorPart.style({}),
  approve: operatorPart.style({}),
  complete: operatorPart.style({}),
}
for (const [decision, field] of Object.entries(fieldOf))
  globalStyle(`${fields}:not(:has(input[value="${decision}"]:checked)) ${field}`, {
    '@layer': { [operator]: { '@supports': { 'selector(:has(*))': { display: 'none' } } } },
  })

/** A box of 44 px to press, around a small one to see. */
export const tickBox = operatorPart.style({
  // The text beside it gives the row its baseline.
  alignSelf: 'center',
  display: 'grid',
  placeItems: 'center',
  width: vars.control,
  height: vars.control,
  margin: `calc(-1 * ${vars.space[2]})`,
  flexShrink: 0,
  cursor: 'pointer',
})

export const box = operatorPart.style({ width: '1.125rem', height: '1.125rem', cursor: 'inherit' })

export const tick = operatorPart.style({ display: 'flex', gap: vars.space[2], alignItems: 'baseline' })

export const tickAll = operatorPart.style({
  display: 'inline-flex',
  gap: vars.space[2],
  alignItems: 'center',
  minHeight: vars.control,
  justifySelf: 'start',
  cursor: 'pointer',
})

/** A top-up in a row of its own: what it is, what has arrived, and by which transfer. */
export const credits = operatorPart.style({ display: 'grid', gap: vars.space[6] })
export const credit = operatorPart.style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  '@container': { [hasRoom]: { gridTemplateColumns: 'minmax(0, 1fr) 14rem minmax(0, 1fr)' } },
})

/** A hash in a column: it breaks into several lines before the text beside it does. */
export const transfer = operatorPart.style({ display: 'grid', maxWidth: '24rem' })

/** What several decisions come to, as large as the amount of one. */
export const totals = operatorPart.style({ marginBlockEnd: vars.space[2] })
export const total = operatorPart.style({
  fontSize: vars.size.h2,
  fontWeight: vars.weight.strong,
  lineHeight: 1.25,
})

/** What investors read, in a row of its own language. */
export const reads = operatorPart.style({ maxWidth: vars.width.reading })
export const text = operatorPart.style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

/** Saved views above a queue. */
export const views = operatorPart.style({ display: 'grid', gap: vars.space[2] })

export const viewList = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[5],
  rowGap: vars.space[1],
})

export const view = operatorPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  maxWidth: '100%',
})

/** A name may be one long word; the button beside it is never broken. */
export const viewName = operatorPart.style({ minWidth: 0, overflowWrap: 'anywhere' })

export const viewSummary = operatorPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.control,
  color: vars.colour.link,
  cursor: 'pointer',
})
