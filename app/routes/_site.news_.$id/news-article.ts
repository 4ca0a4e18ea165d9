import { type NewsItem } from '~/contract/content'
import { brand } from '~/ui/theme/brand'

/** As search engines read it: https://schema.org/NewsArticle */
export function newsArticle({ title, summary, publishedAt, image }: Omit<NewsItem, 'id' | 'top'>) {
  return {
    '@type': 'NewsArticle',
    headline: title,
    description: summary,
    datePublished: publishedAt,
    publisher: { '@type': 'Organization', name: brand.name },
    ...(image && { image }),
  }
}
