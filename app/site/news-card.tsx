import { type NewsItem } from '~/contract/content'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Soft, Stack, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { heading } from './headings.css'

/** One item in a list: date, title, summary, and a link to the whole. */
export function NewsCard({ item: { id, title, summary, publishedAt }, as: Heading = 'h3' }: NewsCardProps) {
  const { t, date } = useI18n()
  return (
    <Stack as="article" gap={2}>
      {publishedAt !== null && (
        <Soft small>
          <time dateTime={publishedAt}>{date(publishedAt)}</time>
        </Soft>
      )}
      <Heading className={heading[Heading]}>
        <Link href={paths.newsItem(id)}>{title}</Link>
      </Heading>
      {summary && <p>{summary}</p>}
      <p>
        <Link href={paths.newsItem(id)}>
          {t('site:news.read')}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      </p>
    </Stack>
  )
}

interface NewsCardProps {
  item: NewsItem
  as?: 'h2' | 'h3'
}
