import { type NewsItem } from '~/contract/content'
import { brand } from '~/ui/theme/brand'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mayShow, sanitise } from '~/upstream/html/html.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { NewsArticle } from '~/site/news-article'

/** As search engines read it: https://schema.org/NewsArticle */
function newsArticle({ title, summary, publishedAt, image }: Omit<NewsItem, 'id' | 'top'>) {
  return {
    '@type': 'NewsArticle',
    headline: title,
    ...(summary && { description: summary }),
    ...(publishedAt !== null && { datePublished: publishedAt }),
    publisher: { '@type': 'Organization', name: brand.name },
    ...(image && { image }),
  }
}

type Data = Awaited<ReturnType<typeof loader>> | undefined

export const handle: PageHandle = {
  title: ({ t }, data) => (data as Data)?.title ?? t('site:news.title'),
  description: ({ t }, data) => (data as Data)?.summary || t('site:news.lead'),
  structured: (_i18n, data) => (data ? newsArticle(data as NonNullable<Data>) : null),
}

/** The body is HTML from outside: only what `sanitise` lets through leaves the server. */
export async function loader({ context: { upstream, env }, params: { id = '' } }: LoaderFunctionArgs) {
  const { body, image, ...item } = await upstream.content.newsItem({ id }, { soon: true })
  return {
    ...item,
    image: mayShow(image, env.imageOrigins) ? image : null,
    html: sanitise(body, env.imageOrigins),
  }
}

export default function NewsItemPage() {
  const article = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return <NewsArticle article={article} back={{ href: paths.news(), label: t('site:news.back') }} />
}
