import { globalStyle } from '@vanilla-extract/css'
import { site } from '../../ui/theme/layers.css'
import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

/** Three narrow columns, which fit a phone as they are. */
export const table = sitePart.style({ fontSize: vars.size.small })
export const caption = sitePart.style({
  paddingBlockEnd: vars.space[2],
  fontSize: vars.size.h3,
  fontWeight: vars.weight.strong,
  textAlign: 'start',
})
export const head = sitePart.style({ color: vars.colour.soft })
export const body = sitePart.style({})
export const name = sitePart.style({ color: vars.colour.soft, fontWeight: vars.weight.normal })

const on = (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
  globalStyle(selector, { '@layer': { [site]: rule } })

on(`${table} :is(th, td)`, {
  padding: `${vars.space[2]} ${vars.space[1]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  textAlign: 'end',
})
on(`${table} th:first-child`, { paddingInlineStart: 0, textAlign: 'start' })
on(`${table} :is(th, td):last-child`, { paddingInlineEnd: 0, whiteSpace: 'nowrap' })
on(`${head} th`, { borderBlockEndColor: vars.colour.waterline, fontWeight: vars.weight.medium })
