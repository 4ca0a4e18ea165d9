import { type AnyNode, type Element } from 'domhandler'
import { type Cheerio } from 'cheerio'
import { readHtml, textIn } from './visitor'

/**
 * Links whose name does not say where they lead (WCAG 2.4.4): several of one name that lead to different addresses, while
 * nothing around them tells which is which. What tells is what a screen reader reads with the link: the paragraph, the
 * entry of a list, the row of a table.
 * A link that neither a screen reader nor the Tab key has needs no name, where another one leads to the same address.
 * @returns one sentence for each name
 */
export function ambiguousLinks(html: string): string[] {
  const $ = readHtml(html)
  const addresses = new Map<string, Set<string>>()
  const reachable = new Set(
    $('a[href]:not([aria-hidden])')
      .toArray()
      .map((link) => link.attribs['href']),
  )
  for (const link of $('a[href]').toArray()) {
    if (isRepeated(link) && reachable.has(link.attribs['href'])) continue
    const name = nameOf($(link), (id) => $(`[id="${id}"]`))
    const around = $(link)
      .parents(context)
      .toArray()
      .map((one) => textIn($(one)))
    const key = [name, ...around.filter((text) => text !== name)].join(', in: ')
    addresses.set(key, (addresses.get(key) ?? new Set()).add(link.attribs['href'] ?? ''))
  }
  return [...addresses]
    .filter(([name, { size }]) => size > 1 || !name)
    .map(([name, hrefs]) => `“${name.slice(0, 120)}” leads to ${[...hrefs].join(' and ')}`)
}

const isRepeated = ({ attribs }: Element) => attribs['aria-hidden'] === 'true' && attribs['tabindex'] === '-1'

const context = 'p, li, tr, dl > div'

function nameOf(link: Cheerio<AnyNode>, byId: (id: string) => Cheerio<AnyNode>): string {
  const labelled = link.attr('aria-labelledby')?.split(/\s+/) ?? []
  const pictures = link.find('img, svg').toArray()
  const alternatives = pictures.map(
    (one) => link.find(one).attr('alt') ?? link.find(one).attr('aria-label') ?? '',
  )
  const parts = labelled.length
    ? labelled.map((id) => textIn(byId(id)))
    : [link.attr('aria-label') ?? [textIn(link), ...alternatives].join(' ')]
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}
