import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const tabs = kit.style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[5],
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})

/** The present one stands on the waterline. */
export const tab = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.control,
  marginBlockEnd: '-1px',
  borderBlockEnd: '2px solid transparent',
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: vars.colour.text, borderColor: vars.colour.outline },
    '&[aria-current]': { color: vars.colour.text, borderColor: vars.colour.waterline },
  },
})
