import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { base } from '~/ui/theme/layers.css'
import { from, kit } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

const opensByStyle = 'selector(::details-content)'

/** Fields in a row where there is room, the button at the foot of the last one. */
export const form = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: vars.space[3],
})

const field = (selector: string, rule: Omit<GlobalStyleRule, '@layer'>) =>
  globalStyle(`${form} > ${selector}`, { '@layer': { [base]: rule } })

/** Two beside each other on a phone; a day and its picker need a whole line there. */
field('div', { flex: '1 1 9.5rem', minWidth: 0, '@media': { [from.tablet]: { maxWidth: '16rem' } } })

/** The two days go to the next line together. */
field('div:has(> div input[type="date"])', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: vars.space[3],
  flexBasis: '24rem',
  '@media': { [from.tablet]: { maxWidth: '33rem' } },
})
field('div > div:has(input[type="date"])', { flex: '1 1 11.5rem', minWidth: 0 })

/** All of them in one row with the button where the page is wide enough for it. */
const inOneRow = '(min-width: 78rem)'
field('div:has(~ div > div input[type="date"])', {
  '@media': { [inOneRow]: { flex: '1 1 5.25rem' } },
})
field('div:has(> div input[type="date"]):not(:first-child)', {
  flexWrap: 'nowrap',
  '@media': { [inOneRow]: { flex: '2 1 18rem' } },
})

export const fold = kit.style({})

export const foldSummary = kit.style({
  width: 'fit-content',
  paddingBlock: vars.space[2],
  cursor: 'pointer',
  '@supports': {
    [opensByStyle]: { '@media': { [from.tablet]: { display: 'none' } } },
  },
})

/** A wide screen needs no folding. A browser that can't open it by style keeps the summary. */
globalStyle(`${fold}::details-content`, {
  '@layer': { [base]: { '@media': { [from.tablet]: { contentVisibility: 'visible' } } } },
})
