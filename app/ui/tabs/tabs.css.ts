import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const tabs = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[5],
  // A hairline below each row of tabs.
  background: `repeating-linear-gradient(to bottom, transparent 0 calc(${vars.control} - 1px), ${vars.colour.line} 0 ${vars.control})`,
})

/** The current one is on the waterline. */
export const tab = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  height: vars.control,
  whiteSpace: 'nowrap',
  borderBlockEnd: '2px solid transparent',
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: vars.colour.text, borderColor: vars.colour.outline },
    '&[aria-current]': { color: vars.colour.text, borderColor: vars.colour.waterline },
  },
})
