import { type Page, expect } from '@playwright/test'

/**
 * Checks that with forced colours each drawing of the page is in colours of its reader's choice. A browser forces those of
 * boxes and texts, not those of shapes; a drawing that has to keep its own, as a QR code, says so by `forced-color-adjust`.
 */
export async function expectReadersColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(readForeignColours)
  await page.emulateMedia({ forcedColors: null })
  expect(found, `${new URL(page.url()).pathname} has colours of its own with forced colours`).toEqual([])
}

/** Runs in the page. @returns the shapes with another colour than those of the system and of the text around them */
function readForeignColours(): string[] {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.forcedColorAdjust = 'none'
  const names = ['Canvas', 'CanvasText', 'LinkText', 'VisitedText', 'GrayText', 'Highlight', 'HighlightText']
  const controls = ['ButtonFace', 'ButtonText', 'ButtonBorder', 'Field', 'FieldText']
  const chosen = new Set(['none'])
  for (const name of [...names, ...controls]) {
    probe.style.color = name
    chosen.add(getComputedStyle(probe).color)
  }
  probe.remove()

  // The colour of the text is told as it would be unforced; what changes with it is painted as it is forced.
  const textColour = 'rgb(1, 2, 3)'
  const found = new Set<string>()
  for (const drawing of document.querySelectorAll<SVGElement>('svg')) {
    drawing.style.color = textColour
    for (const shape of drawing.querySelectorAll(':is(path, circle, line, rect, ellipse, polyline, text)')) {
      const { fill, stroke, forcedColorAdjust } = getComputedStyle(shape)
      if (forcedColorAdjust === 'none' || !shape.checkVisibility({ visibilityProperty: true })) continue
      const isText = (colour: string) => colour === textColour && forcedColorAdjust === 'auto'
      const part = shape.closest('[class]')?.getAttribute('class')
      for (const colour of [fill, stroke])
        if (!chosen.has(colour) && !isText(colour)) found.add(`${part}: ${colour}, ${forcedColorAdjust}`)
    }
    drawing.style.color = ''
    if (drawing.getAttribute('style') === '') drawing.removeAttribute('style')
  }
  return [...found]
}
