import { type Page } from '@playwright/test'

/** What a reader may do to the text of a page (WCAG 1.4.4, 1.4.12), as styles. */
export const readers = {
  'as it is': '',
  'text at 200 %': 'html { font-size: 200% !important }',
  'text spacing':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
} as const

export type Reader = keyof typeof readers

/**
 * Runs in a page under a reader's styles.
 * @returns what is lost: by how much the page is wider than the window, and the texts that stick out of their boxes
 */
export function lostText(page: Page, reader: Reader): Promise<string[]> {
  return page.evaluate((css) => {
    document.querySelector('#reader')?.remove()
    const style = document.createElement('style')
    style.id = 'reader'
    style.textContent = css
    document.head.append(style)
    const { scrollWidth, clientWidth } = document.documentElement
    const lost = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []
    for (const element of document.querySelectorAll('body *')) {
      const { display, clipPath, overflowX } = getComputedStyle(element)
      if (display === 'inline' || display === 'contents' || clipPath !== 'none') continue
      if (!element.checkVisibility() || element.closest('svg, select')) continue
      const box = element.getBoundingClientRect()
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const text = range.getBoundingClientRect()
        if (text.right > box.right + 2 || text.left < box.left - 2)
          lost.push(`sticks out: ${node.textContent.trim().slice(0, 40)}`)
      }
      const text = element.textContent?.trim()
      if (text && /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
        lost.push(`is cut: ${text.slice(0, 40)}`)
    }
    return lost
  }, readers[reader])
}
