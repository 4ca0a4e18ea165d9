import { type Visitor } from './visitor'

/** The product as a search engine, or whoever has signed in, walks it: from one page on by every link. */

export interface Crawled {
  path: string
  status: number
  html: string
  /** Addresses of ours that it links to, with query and fragment. */
  links: string[]
}

/**
 * Every page that can be reached, each once.
 * @param from where the walk begins
 * @param isLeaf addresses that are asked for and whose own links are not followed
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

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([/#?][^"]*)"/g)].map(([, href]) => plain(href as string))
}

/** Headings from top to bottom, as levels. */
export function headingsOf(html: string): number[] {
  return [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
}

/** What a reader finds in the document: its texts and the attributes that are read out, each by itself. */
export function textsIn(html: string): string[] {
  const document = html.replace(/<(script|style)[\s>].*?<\/\1>/gs, '')
  const shown = document.replace(/<[^>]+>/g, '\n').split('\n')
  const said = [...document.matchAll(/\s(?:alt|title|aria-label|placeholder|content)="([^"]*)"/g)]
  return [...shown, ...said.map(([, text]) => text as string)]
    .map((text) => plain(text).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Without the parts that say that they are in another language. */
export function withoutForeignParts(html: string): string {
  return html.replace(/<(span|p|div|a|li)\s[^>]*lang="[^"]*"[^>]*>.*?<\/\1>/gs, '')
}

const entities: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' }

function plain(text: string): string {
  return text.replace(/&(#x27|\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
