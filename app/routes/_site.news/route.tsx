import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type NewsItem } from '~/contract/content'
import { useI18n } from '~/locale/context'
import { LeftOut } from '~/lists/left-out'
import { Pages } from '~/lists/pages'
import { readListQuery } from '~/lists/list-query.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { NewsCard } from '~/site/news-card'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { publicPanel } from '~/upstream/panel.server'

export const handle: PageHandle = {
  title: 'site:news.title',
  description: 'site:news.lead',
  query: ['page'],
}

const perPage = 10

/** The newest first; on the first page, what the company marked as important precedes the rest. */
export async function loader({ context: { upstream, url } }: LoaderFunctionArgs) {
  const query = readListQuery('content.news', url.searchParams, ['page'])
  const newest = { sort: 'publishedAt', sortDir: 'desc', limit: perPage } as const
  const list = await publicPanel(upstream.content.news({ ...newest, ...query }, { soon: true }))
  const isTop = ({ top }: NewsItem) => list?.page === 1 && top
  return {
    list,
    top: list?.items.filter(isTop) ?? [],
    latest: list?.items.filter((item) => !isTop(item)) ?? [],
  }
}

export default function News() {
  const { list, top, latest } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7} width="reading">
      <PageHeader title={t('site:news.title')} lead={t('site:news.lead')} />
      {!list && <EmptyState title={t('site:news.unread')}>{t('site:news.unreadText')}</EmptyState>}
      {list?.items.length === 0 && !list.leftOut && (
        <EmptyState title={t('site:news.none')}>{t('site:news.noneText')}</EmptyState>
      )}
      {top.length > 0 && (
        <Section id="top" title={t('site:news.top')}>
          {top.map((item) => (
            <NewsCard key={item.id} item={item} />
          ))}
        </Section>
      )}
      {list && (list.items.length > 0 || list.leftOut) && (
        <Section id="latest" title={t('site:news.latest')}>
          <LeftOut list={list} />
          <Stack gap={6}>
            {latest.map((item) => (
              <NewsCard key={item.id} item={item} />
            ))}
          </Stack>
          <Pages list={list} href={(page) => paths.news({ page })} />
        </Section>
      )}
    </Stack>
  )
}
