import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const desk = '(min-width: 56rem)'

export const page = sitePart.style({ display: 'grid', gap: vars.space[8] })

export const hero = sitePart.style({
  display: 'grid',
  gap: vars.space[6],
  paddingBlockStart: vars.space[4],
  '@media': {
    [desk]: {
      gridTemplateColumns: 'minmax(0, 1fr) 17rem',
      columnGap: vars.space[8],
      alignItems: 'end',
      paddingBlockStart: vars.space[7],
    },
  },
})

export const heroText = sitePart.style({ display: 'grid', gap: vars.space[5], maxWidth: '44rem' })
export const title = sitePart.style({
  fontSize: vars.size.display,
  lineHeight: 1.1,
  letterSpacing: '-0.025em',
})
export const lead = sitePart.style({
  color: vars.colour.soft,
  fontSize: vars.size.lead,
  maxWidth: vars.width.reading,
})
export const actions = sitePart.style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3] })

export const facts = sitePart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  gap: vars.space[4],
  '@media': { [desk]: { gridTemplateColumns: '1fr', gap: 0 } },
})

export const fact = sitePart.style({
  paddingBlock: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  selectors: { '&:first-child': { borderBlockStart: `2px solid ${vars.colour.waterline}` } },
})

export const factTerm = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })
export const factFigure = sitePart.style({
  fontSize: vars.size.h4,
  fontWeight: vars.weight.strong,
  lineHeight: 1.3,
  '@media': { [desk]: { fontSize: vars.size.h3 } },
})
export const factText = sitePart.style({ fontWeight: vars.weight.medium })

export const section = sitePart.style({ display: 'grid', gap: vars.space[5] })
export const sectionHead = sitePart.style({
  display: 'grid',
  gap: vars.space[3],
  maxWidth: vars.width.reading,
})
globalStyle(`${sectionHead} p`, { '@layer': { [site]: { color: vars.colour.soft } } })

export const steps = sitePart.style({
  display: 'grid',
  gap: `${vars.space[5]} ${vars.space[6]}`,
  counterReset: 'step',
  '@media': { [desk]: { gridTemplateColumns: 'repeat(6, 1fr)' } },
})

export const step = sitePart.style({
  display: 'grid',
  gap: vars.space[2],
  alignContent: 'start',
  paddingBlockStart: vars.space[3],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  counterIncrement: 'step',
  '@media': {
    [desk]: {
      gridColumn: 'span 2',
      selectors: { '&:nth-child(n + 4)': { gridColumn: 'span 3' } },
    },
  },
})

export const stepTitle = sitePart.style({
  selectors: {
    '&::before': {
      content: 'counter(step)',
      display: 'inline-block',
      minWidth: '1.5em',
      color: vars.colour.waterline,
    },
  },
})

export const minimums = sitePart.style({
  display: 'grid',
  gap: vars.space[1],
  color: vars.colour.soft,
  fontSize: vars.size.small,
})

export const reading = sitePart.style({ display: 'grid', gap: vars.space[2], maxWidth: vars.width.reading })
