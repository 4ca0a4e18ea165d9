import { forcedColours, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const cards = kit.style({
  display: 'grid',
  gap: vars.space[2],
  marginBlockStart: vars.space[1],
})

export const columns = kit.style({
  '@media': {
    [from.tablet]: {
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
      gap: vars.space[3],
    },
  },
})

/** The whole card is the label, so the whole card is the target. */
export const card = kit.style({
  height: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0.125rem ${vars.space[3]}`,
  alignContent: 'flex-start',
  alignItems: 'baseline',
  padding: 'min(0.75rem, 3vw)',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  cursor: 'pointer',
  transition: `border-color ${vars.motion.quick}, background-color ${vars.motion.quick}`,
  selectors: {
    '&:hover': { borderColor: vars.colour.outline },
    '&:has(input:checked)': {
      borderColor: vars.colour.link,
      background: vars.colour.infoGround,
      boxShadow: `inset 0 0 0 1px ${vars.colour.link}`,
    },
    '&:has(input:focus-visible)': { outline: `2px solid ${vars.colour.focus}`, outlineOffset: '2px' },
    '&:has(input:disabled)': { background: vars.colour.sunk, color: vars.colour.soft, cursor: 'default' },
  },
  '@media': { [forcedColours]: { selectors: { '&:has(input:checked)': { borderColor: 'Highlight' } } } },
})

export const dot = kit.style({
  flex: 'none',
  width: '1.125rem',
  height: '1.125rem',
  alignSelf: 'center',
  cursor: 'inherit',
  // The card has the outline instead, where its style can know that its field has the focus.
  '@supports': { 'selector(:has(a))': { selectors: { '&:focus-visible': { outline: 'none' } } } },
})

export const title = kit.style({ flex: '1 1 0', minWidth: 'min-content', fontWeight: vars.weight.medium })
export const side = kit.style({ textAlign: 'end', fontWeight: vars.weight.medium })
/** Below the title, not below the mark. */
export const text = kit.style({
  width: '100%',
  paddingInlineStart: 'min(1.875rem, 8vw)',
  overflowWrap: 'anywhere',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  lineHeight: 1.45,
})

/** The card and its error. */
export const check = kit.style({ display: 'grid', gap: vars.space[2] })

/** One of several texts. */
export const line = kit.style({ display: 'block' })
