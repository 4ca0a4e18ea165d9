import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { given } from '~/locale/given'
import { PageHeader } from '~/ui/page-header/page-header'
import { Stack } from '~/ui/layout/layout'
import * as styles from './news-article.css'

export interface Article {
  title: string
  summary: string
  /** Null: it has not been published. */
  publishedAt: string | null
  /** One that may be shown. */
  image: string | null
  /** Sanitised. */
  html: string
}

/** A news item as the site shows it, and as an operator sees it before. */
export function NewsArticle({ article, back }: { article: Article; back?: { href: string; label: string } }) {
  const { title, summary, publishedAt, image, html } = article
  const { t, date } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack as="article" gap={6} width="reading">
      <PageHeader
        title={<span lang={langOf(title)}>{title}</span>}
        lead={summary && <span lang={langOf(summary)}>{summary}</span>}
        back={back}
        tag={given(publishedAt, (published) => (
          <time dateTime={published} className={styles.published}>
            {t('site:news.published', { date: date(published) })}
          </time>
        ))}
      />
      {image && <img src={image} alt={t('site:news.imageAlt', { title })} className={styles.image} />}
      <div
        lang={langOf(html.replaceAll(/<[^>]*>/g, ' '))}
        className={styles.body}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Stack>
  )
}
