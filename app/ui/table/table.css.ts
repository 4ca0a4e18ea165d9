import { type StyleRule } from '@vanilla-extract/css'
import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

/** How wide a table's own place must be for columns: up to four of them, or more. */
export const columnsFrom = { few: '42rem', many: '52rem' } as const

/** Where there is room for columns: what counts is the table's own place, not the screen. */
const inColumns = (rule: StyleRule) => ({
  [`few (min-width: ${columnsFrom.few})`]: rule,
  [`many (min-width: ${columnsFrom.many})`]: rule,
})

export const wrapper = {
  few: kit.style({ containerType: 'inline-size', containerName: 'few', minWidth: 0 }),
  /** More than four columns. */
  many: kit.style({ containerType: 'inline-size', containerName: 'many', minWidth: 0 }),
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

export const headCell = kit.style({
  paddingBlock: vars.space[2],
  paddingInline: `0 ${vars.space[5]}`,
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

/** On a phone a cell is a separate line with the name of its column. */
export const cell = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  minWidth: 0,
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
  '@container': inColumns({
    display: 'table-cell',
    paddingBlock: vars.space[3],
    paddingInline: `0 ${vars.space[5]}`,
    borderBlockEnd: `1px solid ${vars.colour.line}`,
    verticalAlign: 'baseline',
    selectors: { '&::before': { content: 'none' }, '&:last-child': { paddingInlineEnd: 0 } },
  }),
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
