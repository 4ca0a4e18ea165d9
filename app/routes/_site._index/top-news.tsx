import { type NewsItem } from '~/contract/content'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { NewsCard } from '~/site/news-card'
import { Columns } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Band } from './band'

/** What the company marked as important, then the newest; nothing where there is no news. */
export function TopNews({ news }: { news: readonly NewsItem[] }) {
  const { t } = useI18n()
  if (news.length === 0) return null
  return (
    <Band id="news" depth="sunk" title={t('site:news.top')}>
      <Columns gap={6}>
        {news.map((item) => (
          <NewsCard key={item.id} item={item} />
        ))}
      </Columns>
      <p>
        <Link href={paths.news()}>{t('site:news.all')}</Link>
      </p>
    </Band>
  )
}
