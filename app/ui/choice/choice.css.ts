import { forcedColours, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const cards = kit.style({
  display: 'grid',
  gap: vars.space[2],
  marginBlockStart: vars.space[1],
})

export const columns = kit.style({
  '@media': {
    [from.tablet]: { gridTemplateColumns: 'repeat(auto-fit, minmax(13rem, 1fr))', gap: vars.space[3] },
  },
})

/** The whole card is the label, so the whole card is the target. */
export const card = kit.style({
  height: '100%',
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  columnGap: vars.space[3],
  rowGap: '0.125rem',
  alignContent: 'start',
  alignItems: 'baseline',
  padding: vars.space[3],
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
  width: '1.125rem',
  height: '1.125rem',
  alignSelf: 'center',
  cursor: 'inherit',
  selectors: { '&:focus-visible': { outline: 'none' } },
})

export const title = kit.style({ fontWeight: vars.weight.medium })
export const side = kit.style({ textAlign: 'end', fontWeight: vars.weight.medium })
export const text = kit.style({
  gridColumn: '2 / -1',
  color: vars.colour.soft,
  fontSize: vars.size.small,
  lineHeight: 1.45,
})

/** The card and its error. */
export const check = kit.style({ display: 'grid', gap: vars.space[2] })

/** One of several texts. */
export const line = kit.style({ display: 'block' })
