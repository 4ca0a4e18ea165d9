import { globalStyle } from '@vanilla-extract/css'
import { site } from '../ui/theme/layers.css'
import { sitePart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

export const published = sitePart.style({ color: vars.colour.soft, fontSize: vars.size.small })

export const image = sitePart.style({ width: '100%', borderRadius: vars.radius.surface })

/** Reading text whose tags are the writer's. */
export const body = sitePart.style({ display: 'grid', gap: vars.space[4], minWidth: 0 })

const within = (selector: string, rule: Record<string, string>) =>
  globalStyle(`${body} ${selector}`, { '@layer': { [site]: rule } })

within('h2', { fontSize: vars.size.h3, marginBlockStart: vars.space[4] })
within('blockquote', {
  paddingInlineStart: vars.space[4],
  borderInlineStart: `2px solid ${vars.colour.waterline}`,
})
within('pre', { overflowX: 'auto' })
within('img', { borderRadius: vars.radius.control })
