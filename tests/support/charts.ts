import { type Page, expect } from '@playwright/test'

/**
 * What is hard to read in the charts of a page: a figure in a plot without a halo in the colour of the page around its
 * letters, and a label of a scale or of a place that stands in a plot, where courses and columns are drawn.
 * @returns how many figures and labels there are, and the problems
 */
function chartTexts(page: Page): Promise<{ marks: number; labels: number; problems: string[] }> {
  return page.evaluate(() => {
    const [ground] = [document.body, document.documentElement]
      .map((one) => getComputedStyle(one).backgroundColor)
      .filter((colour) => !/, 0\)$/.test(colour))
    const problems: string[] = []
    let [marks, labels] = [0, 0]
    for (const figure of document.querySelectorAll('figure')) {
      const plot = figure.querySelector('svg:has(> svg)')
      if (!plot) continue
      const area = plot.getBoundingClientRect()
      for (const text of figure.querySelectorAll('svg[aria-hidden] text, [aria-hidden] > span')) {
        const name = text.textContent?.trim()
        if (plot.contains(text)) {
          marks += 1
          const { stroke, strokeWidth, paintOrder } = getComputedStyle(text)
          const isFirst = paintOrder.split(' ')[0] === 'stroke'
          if (stroke !== ground || parseFloat(strokeWidth) < 4 || !isFirst)
            problems.push(`${name}: ${strokeWidth} of ${stroke} on ${ground}, ${paintOrder}`)
          continue
        }
        labels += 1
        const { left, right, top, bottom } = text.getBoundingClientRect()
        const isInside =
          left < area.right - 1 && right > area.left + 1 && top < area.bottom - 1 && bottom > area.top + 1
        if (isInside) problems.push(`${name}: stands in the plot`)
      }
    }
    return { marks, labels, problems }
  })
}

/**
 * In both themes, on a phone and on a desktop, nothing is hard to read in the charts of a page.
 * @returns how many figures in plots and labels beside them there are
 */
export async function expectReadableCharts(page: Page): Promise<{ marks: number; labels: number }> {
  const found = { marks: 0, labels: 0 }
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { marks, labels, problems } = await chartTexts(page)
    expect(problems, `${width} px, ${colorScheme}`).toEqual([])
    found.marks += marks
    found.labels += labels
  }
  return found
}
