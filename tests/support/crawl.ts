import { type AnyNode, type Element, hasChildren, isText } from 'domhandler'
import { type Visitor, readHtml } from './visitor'

/** Crawls the product by every link from one page on, as a search engine or a signed-in visitor does. */

export interface Crawled {
  path: string
  status: number
  html: string
  /** Its links within this site, with query and fragment. */
  links: string[]
}

/**
 * Every page that can be reached, each once.
 * @param from where the crawl begins
 * @param isLeaf addresses that are requested and whose own links are not followed
 */
export async function crawl(
  visitor: Pick<Visitor, 'visit'>,
  from: string,
  isLeaf: (path: string) => boolean,
): Promise<Map<string, Crawled>> {
  const pages = new Map<string, Crawled>()
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, html } = await visitor.visit(path)
    const links = isLeaf(path) ? [] : linksOf(html)
    pages.set(path, { path, status, html, links })
    waiting.push(...links.map((link) => link.split('#', 1)[0] || path))
  }
  return pages
}

/** Links within this site, and fragments of the page itself. */
function linksOf(html: string): string[] {
  const links = readHtml(html)('a[href]').toArray()
  return links.map(({ attribs }) => attribs['href'] ?? '').filter((href) => /^[/#?]/.test(href))
}

/** The levels of the headings in the main part, from top to bottom. */
export function headingsOf(html: string): number[] {
  const headings = readHtml(html)('main').find('h1, h2, h3, h4, h5, h6').toArray()
  return headings.map(({ tagName }) => Number(tagName.slice(1)))
}

const readOut = ['alt', 'title', 'aria-label', 'placeholder', 'content']

/**
 * Everything that an element gives to a reader: its texts and the attributes that are read out, each as its
 * own string.
 * @param options.without a selector of parts to leave out
 */
export function textsIn(html: string, { within = 'html', without = 'script' } = {}): string[] {
  const $ = readHtml(html)
  $(`script, style, ${without}`).remove()
  const elements = $<Element, string>(`${within}, ${within} *`).toArray()
  const attributes = elements.flatMap(({ attribs }) => readOut.map((name) => attribs[name] ?? ''))
  return [...$(within).toArray().flatMap(textsBelow), ...attributes]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function textsBelow(node: AnyNode): string[] {
  if (isText(node)) return [node.data]
  return hasChildren(node) ? node.childNodes.flatMap(textsBelow) : []
}
