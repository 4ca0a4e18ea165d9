import { type Page } from '@playwright/test'

/**
 * What a page with forced colours does not show: shapes in colours of their own, which the reader has not chosen and may not
 * see on theirs, and fields without a border. What says that it keeps its colours, such as a code for a camera, has its own
 * ground.
 */
export const lostWithForcedColours = (page: Page): Promise<string[]> => page.evaluate(readLost)

/** Runs in the page. */
function readLost(): string[] {
  const names = [
    ...[
      'Canvas',
      'CanvasText',
      'LinkText',
      'VisitedText',
      'ActiveText',
      'ButtonFace',
      'ButtonText',
      'ButtonBorder',
    ],
    ...[
      'Field',
      'FieldText',
      'Highlight',
      'HighlightText',
      'SelectedItem',
      'SelectedItemText',
      'GrayText',
      'Mark',
      'MarkText',
    ],
  ]
  const probe = document.body.appendChild(document.createElement('i'))
  const colours = new Map(
    names.map((name) => {
      probe.style.color = name
      return [name, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  const ground = colours.get('Canvas')
  const chosen = new Set(colours.values())
  const shapes = [
    ...document.querySelectorAll<SVGElement>('svg :is(path, circle, rect, line, polyline, polygon, text)'),
  ]
  const lostShapes = shapes.filter((shape) => {
    const { width, height } = shape.getBoundingClientRect()
    const { fill, stroke, strokeWidth, forcedColorAdjust } = getComputedStyle(shape)
    if (!shape.checkVisibility() || width + height === 0 || forcedColorAdjust === 'none') return false
    if (shape.closest('defs, clipPath, mask')) return false
    const drawn = [fill, ...(parseFloat(strokeWidth) > 0 ? [stroke] : [])].filter(
      (colour) => colour !== 'none',
    )
    return drawn.length > 0 && !drawn.some((colour) => colour !== ground && chosen.has(colour))
  })
  const fields = [...document.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea')]
  const lostFields = fields.filter((field) => {
    const { borderBlockEndStyle, borderBlockEndWidth, appearance } = getComputedStyle(field)
    const isBare = borderBlockEndStyle === 'none' || parseFloat(borderBlockEndWidth) === 0
    return field.checkVisibility({ opacityProperty: true }) && appearance === 'none' && isBare
  })
  const nameOf = (one: Element) =>
    `${one.localName}${one.id ? `#${one.id}` : ''} in ${one.closest('[id]')?.id || one.closest('[class]')?.className.toString() || 'the page'}`
  return [
    ...lostShapes.map((shape) => {
      const { fill, stroke } = getComputedStyle(shape)
      return `${nameOf(shape)}: fill ${fill}, stroke ${stroke}`
    }),
    ...lostFields.map((field) => `${nameOf(field)}: has no border`),
  ]
}
