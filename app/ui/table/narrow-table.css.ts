import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { base } from '../theme/layers.css'
import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

/** A table of two or three narrow columns, which fits a phone as it is: names at the start, figures at the end. */
export const narrowTable = kit.style({ fontSize: vars.size.small })

const on = (selector: string, rule: Omit<GlobalStyleRule, '@layer'>) =>
  globalStyle(`${narrowTable} ${selector}`, { '@layer': { [base]: rule } })

on(':is(th, td)', {
  padding: `${vars.space[2]} 0 ${vars.space[2]} ${vars.space[2]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  fontWeight: vars.weight.normal,
  textAlign: 'end',
})
on('th:first-child', { paddingInlineStart: 0, textAlign: 'start' })
on('thead th', {
  borderBlockEndColor: vars.colour.waterline,
  color: vars.colour.soft,
  fontWeight: vars.weight.medium,
  verticalAlign: 'bottom',
})
