import { type NewsItem } from '~/contract/content'
import { type Upstream } from '~/upstream/types'

const perPage = 100
/** A map holds 50,000 addresses; so many news, in two languages, leave room for the rest. */
const maxPages = 200

/** All news, newest first. */
export async function allNews({ content }: Upstream): Promise<NewsItem[]> {
  const found: NewsItem[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, total } = await content.news({
      page,
      limit: perPage,
      sort: 'publishedAt',
      sortDir: 'desc',
    })
    found.push(...items)
    if (items.length === 0 || found.length >= total) break
  }
  return found
}
