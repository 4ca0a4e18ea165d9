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
 * Runs in a page under a reader's styles, which a page keeps from the first time on.
 * @returns what is lost: by how much the page is wider than the window, the texts that stick out of their boxes, and the first
 * time at 200 % those that do not grow to that
 */
export function lostText(page: Page, reader: Reader): Promise<string[]> {
  const wanted = { css: readers[reader], isLarge: reader === 'text at 200 %' }
  return page.evaluate(({ css, isLarge }) => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    /** The texts that are laid out in the lines of an element: its own, and those of elements in its lines. */
    const textsIn = (element: Element): Node[] =>
      [...element.childNodes].flatMap((node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.textContent?.trim() ? [node] : []
        const isInLine = node instanceof HTMLElement && getComputedStyle(node).display === 'inline'
        return isInLine && node.checkVisibility() ? textsIn(node) : []
      })
    const sizes = new Map<Element, number>()
    if (!document.querySelector('#reader')) {
      for (const element of document.querySelectorAll('body *')) sizes.set(element, sizeOf(element))
      const style = document.createElement('style')
      style.id = 'reader'
      style.textContent = css
      document.head.append(style)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const lost = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []
    for (const element of document.querySelectorAll('body *')) {
      const { display, clipPath, overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
      if (display === 'contents' || clipPath !== 'none') continue
      if (!element.checkVisibility() || element.closest('svg, select')) continue
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      )
      const growth = sizeOf(element) / (sizes.get(element) ?? 0)
      // A narrower layout may use the smaller of two neighbouring sizes; a heading, with the unit of its figure, grows
      // until its longest word fills the screen.
      const isOfHeading = [element, element.parentElement!].some((one) => sizeOf(one) >= 36)
      if (isLarge && hasText && growth < 1.7 && !isOfHeading)
        lost.push(`grows to ${Math.round(growth * 100)} %: ${element.textContent?.trim().slice(0, 40)}`)
      if (display === 'inline') continue
      const box = element.getBoundingClientRect()
      // What is typed into a field is no part of the page's layout: the field wraps and scrolls it.
      const texts = element instanceof HTMLTextAreaElement ? [] : textsIn(element)
      for (const node of texts) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const text = range.getBoundingClientRect()
        if (text.right > box.right + 2 || text.left < box.left - 2)
          lost.push(`sticks out: ${node.textContent?.trim().slice(0, 40)}`)
      }
      const text = element.textContent?.trim()
      if (text && /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
        lost.push(`is cut: ${text.slice(0, 40)}`)
      // The beginning of a text, with dots, in the link to all of it.
      const isBeginning = webkitLineClamp !== 'none' && element.closest('a[href]') !== null
      if (
        text &&
        !isBeginning &&
        /hidden|clip/.test(overflowY) &&
        element.scrollHeight > element.clientHeight + 1
      )
        lost.push(`is cut below: ${text.slice(0, 40)}`)
    }
    return lost
  }, wanted)
}
