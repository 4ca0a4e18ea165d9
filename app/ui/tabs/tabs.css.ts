import { forcedColours, from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const tabs = kit.style({
  display: 'flex',
  columnGap: vars.space[4],
  boxShadow: `inset 0 -1px ${vars.colour.line}`,
  // On a phone they are drawn aside, since a second line of them would push away what they choose.
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '@media': { [from.tablet]: { flexWrap: 'wrap', columnGap: vars.space[5] } },
})

/** The current one is on the waterline. */
export const tab = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  height: vars.control,
  whiteSpace: 'nowrap',
  borderBlockEnd: '2px solid transparent',
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: vars.colour.text, borderColor: vars.colour.outline },
    '&[aria-current]': {
      color: vars.colour.text,
      borderColor: vars.colour.waterline,
      // Also without scripts, where the browser knows it.
      scrollInitialTarget: 'nearest',
    },
  },
  // There a border without a colour has that of the text, on every tab.
  '@media': {
    [forcedColours]: {
      borderColor: 'Canvas',
      selectors: { '&[aria-current]': { borderColor: 'Highlight' } },
    },
  },
})
