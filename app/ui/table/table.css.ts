import { type StyleRule, createVar, globalStyle } from '@vanilla-extract/css'
import { base } from '../theme/layers.css'
import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

/** How wide a table's own place must be for columns: up to four of them, or more. */
export const columnsFrom = { few: '42rem', many: '52rem' } as const

/** Where there is room for columns: what counts is the table's own place, not the screen. */
const inColumns = (rule: StyleRule) => ({
  [`few (min-width: ${columnsFrom.few})`]: rule,
  [`many (min-width: ${columnsFrom.many})`]: rule,
})

/** The smallest space between two columns: the more there are, the closer they may come where letters are widely spaced. */
const gap = createVar()

const wrapped = (containerName: 'few' | 'many', space: string) =>
  kit.style({ containerType: 'inline-size', containerName, minWidth: 0, vars: { [gap]: space } })

export const wrapper = {
  few: wrapped('few', vars.space[5]),
  /** More than four columns. */
  many: wrapped('many', vars.space[4]),
  /** More than six. */
  dense: wrapped('many', vars.space[2]),
} as const

export const table = kit.style({
  display: 'block',
  '@container': inColumns({ display: 'table' }),
})

export const caption = kit.style({
  display: 'block',
  textAlign: 'start',
  fontWeight: vars.weight.strong,
  fontSize: vars.size.h3,
  lineHeight: 1.3,
  paddingBlockEnd: vars.space[3],
  '@container': inColumns({ display: 'table-caption' }),
})

export const head = kit.style({
  display: 'none',
  '@container': inColumns({ display: 'table-header-group' }),
})

/** On a phone nothing but the head names the columns of compact rows, to those who listen. */
export const compactHead = kit.style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  '@container': inColumns({
    display: 'table-header-group',
    position: 'static',
    width: 'auto',
    height: 'auto',
    overflow: 'visible',
    clipPath: 'none',
  }),
})

export const headCell = kit.style({
  paddingBlock: vars.space[2],
  paddingInline: `0 ${gap}`,
  borderBlockEnd: `1px solid ${vars.colour.waterline}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  // Some heads can be pressed and are higher than the words of the others.
  verticalAlign: 'middle',
  selectors: { '&:last-child': { paddingInlineEnd: 0 } },
})

/** The whole head can be pressed; the arrow of the sorted one takes no room from the words. */
export const sort = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: vars.control,
  color: 'inherit',
  textUnderlineOffset: '0.25em',
  selectors: {
    '[aria-sort] > &': { color: vars.colour.text, fontWeight: vars.weight.strong },
    '&:hover': { color: vars.colour.text },
  },
})

export const body = kit.style({
  display: 'block',
  '@container': inColumns({ display: 'table-row-group' }),
})

export const row = kit.style({
  display: 'grid',
  gap: vars.space[1],
  paddingBlock: vars.space[3],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  selectors: { '&:first-child': { borderBlockStart: `1px solid ${vars.colour.line}` } },
  '@container': inColumns({
    display: 'table-row',
    selectors: { '&:first-child': { borderBlockStart: 0 }, '&:hover': { background: vars.colour.sunk } },
  }),
})

const columnCell: StyleRule = {
  display: 'table-cell',
  overflowWrap: 'break-word',
  paddingBlock: vars.space[3],
  paddingInline: `0 ${gap}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  verticalAlign: 'baseline',
  selectors: { '&::before': { content: 'none' }, '&:last-child': { paddingInlineEnd: 0 } },
}

/** On a phone a cell is a separate line with the name of its column. */
export const cell = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: vars.weight.normal,
  textAlign: 'start',
  selectors: {
    '&::before': {
      content: 'attr(data-label)',
      color: vars.colour.soft,
      fontSize: vars.size.small,
      lineHeight: '1.5rem',
    },
  },
  '@container': inColumns(columnCell),
})

/** A cell without a value: on a phone its label alone would say nothing. */
export const blank = kit.style({
  display: 'none',
  '@container': inColumns({ display: 'table-cell' }),
})

/** The cell that names its row is on top of it, without a label. */
export const lead = kit.style({
  fontWeight: vars.weight.medium,
  selectors: { '&::before': { content: 'none' } },
})

export const end = kit.style({ '@container': inColumns({ textAlign: 'end' }) })

/** The heading of the rows below it. */
export const headingRow = kit.style({
  display: 'block',
  '@container': inColumns({ display: 'table-row' }),
})

export const heading = kit.style({
  display: 'block',
  padding: `${vars.space[4]} 0 ${vars.space[1]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  '@container': inColumns({ display: 'table-cell' }),
})

/** Two lines: name and figure, and below them what else there is. The whole row leads to where its name does. */
export const compactRow = kit.style({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[3],
  minHeight: '3.75rem',
  alignContent: 'center',
  paddingBlock: vars.space[2],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  // Ends the first line.
  '::after': { content: '""', order: 2, flexBasis: '100%' },
  '@container': inColumns({
    display: 'table-row',
    selectors: { '&:hover': { background: vars.colour.sunk } },
    '::after': { content: 'none' },
  }),
})

export const besideIcon = kit.style({
  paddingInlineStart: '2.75rem',
  '@container': inColumns({ paddingInlineStart: 0 }),
})

/** In a disc beside both lines of a compact row, or on the line of the name. */
export const icon = kit.style({
  position: 'absolute',
  insetInlineStart: 0,
  insetBlockStart: '0.75rem',
  display: 'inline-grid',
  placeItems: 'center',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: vars.radius.full,
  background: vars.colour.sunk,
  color: vars.colour.soft,
  '@container': inColumns({
    insetBlockStart: '1rem',
    width: 'auto',
    height: 'auto',
    background: 'none',
  }),
  '@media': { print: { display: 'none' } },
})

const bare = { selectors: { '&::before': { content: 'none' } } } as const
const noteText = { color: vars.colour.soft, fontSize: vars.size.small, lineHeight: '1.25rem' } as const
const ofCell = { color: 'inherit', fontSize: 'inherit', lineHeight: 'inherit' } as const
const cellText = inColumns(ofCell)
/** The head names the column to those who listen: there the label of a cell is for the eye alone. */
const underReadHead = `${compactHead} ~ ${body} &::before`

export const compactLead = kit.style({ order: 0, flex: '1 1 30%' })

/** Beside columns the icon stands before the name, and what is below the name begins where that does. */
export const afterIcon = kit.style({
  '@container': inColumns({ position: 'relative', paddingInlineStart: '1.625rem' }),
})

export const compactCell = {
  figure: kit.style({
    ...bare,
    order: 1,
    maxWidth: '60%',
    justifyContent: 'flex-end',
    marginInlineStart: 'auto',
    textAlign: 'end',
    // An amount holds together there; its arrow and its currency too.
    '@container': inColumns({ maxWidth: 'none', whiteSpace: 'nowrap' }),
  }),
  note: kit.style({ ...bare, order: 3, ...noteText, '@container': cellText }),
  labelled: kit.style({
    order: 3,
    columnGap: vars.space[1],
    ...noteText,
    selectors: {
      '&::before': { lineHeight: 'inherit' },
      [underReadHead]: { content: ['attr(data-label)', 'attr(data-label) / ""'] },
    },
    '@container': inColumns({ ...ofCell, selectors: { [underReadHead]: { content: 'none' } } }),
  }),
  below: kit.style({
    ...bare,
    order: 5,
    flexBasis: '100%',
    paddingBlockStart: vars.space[1],
    '@container': inColumns({ paddingBlockStart: vars.space[3] }),
  }),
  omitted: kit.style({
    display: 'none',
    '@container': inColumns({ display: 'table-cell' }),
  }),
  endNote: kit.style({
    ...bare,
    order: 4,
    justifyContent: 'flex-end',
    marginInlineStart: 'auto',
    textAlign: 'end',
    ...noteText,
    '@container': cellText,
  }),
} as const

globalStyle(`${compactLead} a`, {
  '@layer': {
    [base]: { textDecoration: 'none', '@container': inColumns({ textDecoration: 'underline' }) },
  },
})
globalStyle(`${compactLead} a::after`, {
  '@layer': {
    [base]: {
      content: '""',
      position: 'absolute',
      inset: 0,
      '@container': inColumns({ content: 'none' }),
    },
  },
})

/** A note below a name is as wide as its column turns out, and makes no other narrower. */
globalStyle(`${compactLead} p`, {
  '@layer': {
    [base]: {
      '@container': {
        [`many (min-width: ${columnsFrom.many})`]: { inlineSize: 0, minInlineSize: '100%' },
      },
    },
  },
})
