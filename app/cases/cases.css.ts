import { globalStyle } from '@vanilla-extract/css'
import { operator } from '../ui/theme/layers.css'
import { from, operatorPart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

/** The case and its decision, with the investor and the notes beside it where there is room. */
export const columns = operatorPart.style({
  display: 'grid',
  alignItems: 'start',
  gap: vars.space[6],
  '@media': { [from.desktop]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(18rem, 2fr)' } },
})

export const column = operatorPart.style({ display: 'grid', gap: vars.space[6], minWidth: 0 })

/** A text exactly as its reader sees it. */
export const quote = operatorPart.style({
  padding: vars.space[4],
  borderInlineStart: `2px solid ${vars.colour.waterline}`,
  background: vars.colour.sunk,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

export const fields = operatorPart.style({ display: 'grid', gap: vars.space[5] })

/** The field of one decision; shown alone where the browser can tell which is chosen. */
export const fieldOf = {
  reject: operatorPart.style({}),
  approve: operatorPart.style({}),
  complete: operatorPart.style({}),
}
for (const [decision, field] of Object.entries(fieldOf))
  globalStyle(`${fields}:not(:has(input[value="${decision}"]:checked)) ${field}`, {
    '@layer': { [operator]: { '@supports': { 'selector(:has(*))': { display: 'none' } } } },
  })
