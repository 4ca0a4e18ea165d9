import { type NewsItem } from '~/contract/content'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { paths } from '~/paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { heading } from './headings.css'

/**
 * One item in a list: date, title, summary, and a link to the whole. The title leads there too, so a screen reader and
 * the Tab key have that one alone.
 */
export function NewsCard({ item: { id, title, summary, publishedAt }, as: Heading = 'h3' }: NewsCardProps) {
  const { t, date } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack as="article" gap={2}>
      {publishedAt !== null && (
        <Soft small>
          <time dateTime={publishedAt}>{date(publishedAt)}</time>
        </Soft>
      )}
      <Heading className={heading[Heading]} lang={langOf(title)}>
        <Link href={paths.newsItem(id)}>{title}</Link>
      </Heading>
      {summary && <p lang={langOf(summary)}>{summary}</p>}
      <p>
        <Link href={paths.newsItem(id)} aria-hidden="true" tabIndex={-1}>
          {t('site:news.read')}
        </Link>
      </p>
    </Stack>
  )
}

interface NewsCardProps {
  item: NewsItem
  as?: 'h2' | 'h3'
}
