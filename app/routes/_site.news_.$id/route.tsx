import { type NewsItem } from '~/contract/content'
import { brand } from '~/ui/theme/brand'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mayShow, sanitise } from '~/upstream/html/html.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { PageHeader } from '~/ui/page-header/page-header'
import { Stack } from '~/ui/layout/layout'
import * as styles from './news-item.css'

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
  const { title, summary, publishedAt, image, html } = useLoaderData<typeof loader>()
  const { t, date } = useI18n()
  return (
    <Stack as="article" gap={6} width="reading">
      <PageHeader
        title={title}
        lead={summary}
        back={{ href: paths.news(), label: t('site:news.back') }}
        tag={given(publishedAt, (published) => (
          <time dateTime={published} className={styles.published}>
            {t('site:news.published', { date: date(published) })}
          </time>
        ))}
      />
      {image && <img src={image} alt={t('site:news.imageAlt', { title })} className={styles.image} />}
      <div className={styles.body} dangerouslySetInnerHTML={{ __html: html }} />
    </Stack>
  )
}
