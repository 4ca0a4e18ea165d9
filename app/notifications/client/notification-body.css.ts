import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** Line breaks of the writer stay. */
export const text = cabinetPart.style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

/** Reading text whose tags are the writer's. */
export const html = cabinetPart.style({
  display: 'grid',
  gap: vars.space[4],
  minWidth: 0,
  overflowWrap: 'anywhere',
})

const within = (selector: string, rule: Record<string, string>) =>
  globalStyle(`${html} ${selector}`, { '@layer': { [cabinet]: rule } })

within('h2', { fontSize: vars.size.h3 })
within('blockquote', {
  paddingInlineStart: vars.space[4],
  borderInlineStart: `2px solid ${vars.colour.waterline}`,
})
within('pre', { overflowX: 'auto' })
within('img', { borderRadius: vars.radius.control })

const link = { display: 'grid', justifyItems: 'start', width: 'fit-content', maxWidth: '100%' } as const
export const picture = cabinetPart.variants({
  in: { ...link, cursor: 'zoom-in' },
  out: { ...link, cursor: 'zoom-out' },
})
export const pictured = cabinetPart.style({ display: 'grid', gap: vars.space[2], minWidth: 0 })

/** In its own size a picture scrolls in itself, so that the page stays as wide as the window. */
export const scrolled = cabinetPart.style({ overflow: 'auto', maxHeight: '80vh' })
export const whole = cabinetPart.style({ maxWidth: 'none' })

export const image = cabinetPart.style({
  maxHeight: 'min(24rem, 40vh)',
  borderRadius: vars.radius.surface,
  background: vars.colour.sunk,
})

export const zoom = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: vars.control,
  fontSize: vars.size.small,
})
