import { type NewsItem } from '~/contract/content'
import { everyPage } from '~/lists/every-page.server'
import { type Upstream } from '~/upstream/types'

const perPage = 100
/** A map holds 50,000 addresses; so many news, in two languages, leave room for the rest. */
const maxPages = 200

/** All news, newest first. */
export async function allNews({ content }: Upstream): Promise<NewsItem[]> {
  const newest = { limit: perPage, sort: 'publishedAt', sortDir: 'desc' } as const
  const found: NewsItem[] = []
  for await (const items of everyPage((page) => content.news({ ...newest, page }), maxPages)) {
    found.push(...items)
  }
  return found
}
