import { type Answer, type Visitor } from '../support/visitor'

/** The pages of the cabinet that work on any upstream, and texts that no page may have. */

export const cabinetPages = [
  '/cabinet',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/top-up',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
  '/cabinet/exchange',
  '/cabinet/operations',
  '/cabinet/referrals',
  '/cabinet/notifications',
  '/cabinet/subscription',
  '/cabinet/settings/profile',
  '/cabinet/settings/password',
  '/cabinet/settings/payment-systems',
  '/cabinet/settings/verification',
  '/cabinet/settings/language',
]

/** A missing value in the text, or a part that failed although the upstream works. */
const odd =
  /NaN|undefined|\[object|Invalid Date|\bnull\b|can't be shown right now|Сейчас не получается показать/

/**
 * Visits the pages, the first entry of each, and the files that they offer. Returns those that failed,
 * redirected elsewhere or have an odd text: where they ended, and the text.
 */
export async function brokenPages(visitor: Visitor, paths: readonly string[]): Promise<unknown[]> {
  const broken: unknown[] = []
  async function open(path: string): Promise<Answer> {
    const page = await visitor.visit(path)
    const { status, url, text } = page
    const found = odd.exec(text)?.[0]
    if (status !== 200 || url.pathname !== path.replace(/\?.*/, ''))
      broken.push([path, status, url.pathname, found])
    else if (found) broken.push([path, found, text.slice(0, 300)])
    return page
  }
  for (const path of paths) {
    const page = await open(path)
    const [entry] = page.entries(path)
    if (!entry && listsOfPages.includes(path)) broken.push([path, 'has no entry'])
    const pages = [page, ...(entry && path.startsWith('/cabinet') ? [await open(entry)] : [])]
    for (const file of pages.flatMap(filesOf)) await open(file)
  }
  return broken
}

/** Lists whose entries have pages on any upstream. */
const listsOfPages = ['/cabinet/deposits', '/cabinet/top-up', '/cabinet/notifications']

/** The first statement and the first calendar that a page links to. */
const filesOf = ({ $ }: Answer): string[] =>
  ['.csv', '.ics'].flatMap((ending) => $(`a[href*="${ending}"]`).first().attr('href') ?? [])
