import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NewsState } from '~/content/news-state'
import { HiddenFields } from '~/forms/plain-form'
import { titleOf } from '~/framework/document'
import { type PageHandle, chosenIn } from '~/framework/page'
import { FilterForm } from '~/lists/filter-form'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { TextInput } from '~/ui/text-input/text-input'
import { requireExtension } from '~/upstream/settings.server'

const statuses = [undefined, 'draft', 'scheduled', 'published', 'withdrawn'] as const

export const handle: PageHandle = {
  title({ t }, data, address) {
    const state = chosenIn(address, 'status', statuses)
    const { search } = (data as Data | null)?.query ?? {}
    return titleOf(t('content:pages.news.title'), state && t(`content:news.tab.${state}`), search)
  },
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'news')
  await requireExtension(upstream, 'operator')
  const query = readListQuery('operator.news', context.url.searchParams, ['page', 'status', 'search'])
  return { query, list: await upstream.operator.news(query) }
}

/** All news with drafts and what was withdrawn; drafts come first. */
export default function OperatorNews() {
  const { query, list } = useLoaderData<typeof loader>()
  const { t, language, dateTime } = useI18n()
  const { status, search } = query
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.news.title')}
        lead={t('content:pages.news.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
        action={
          <ButtonLink variant="primary" href={operatorPaths.newsItem('new')}>
            {t('content:news.new')}
          </ButtonLink>
        }
      />
      <Tabs
        label={t('content:news.state')}
        items={statuses.map((value) => ({
          href: operatorPaths.news({ status: value, search }),
          label: t(`content:news.tab.${value ?? 'all'}`),
          current: value === status,
        }))}
      />
      <FilterForm key={operatorPaths.news({ status, search })} action={operatorPaths.news()}>
        {status && <HiddenFields values={{ status }} />}
        <TextInput
          id="search"
          name="search"
          type="search"
          label={t('content:news.search')}
          autoComplete="off"
          defaultValue={search}
          maxLength={100}
        />
      </FilterForm>
      {list.items.length === 0 ? (
        <EmptyState title={t('content:news.none')}>{t('content:news.noneText')}</EmptyState>
      ) : (
        <Table
          caption={t('content:pages.news.title')}
          captionHidden
          rows={list.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              label: t('content:news.title'),
              lead: true,
              cell: ({ id, title, top }) => (
                <>
                  <Link href={operatorPaths.newsPreview(id)}>{title[language]}</Link>
                  {top && <Soft small>{t('content:news.isTop')}</Soft>}
                </>
              ),
            },
            {
              key: 'state',
              label: t('content:news.state'),
              cell: ({ status }) => <NewsState status={status} />,
            },
            {
              key: 'publishedAt',
              label: t('content:news.publishedAt'),
              cell: ({ publishedAt }) =>
                publishedAt && <time dateTime={publishedAt}>{dateTime(publishedAt)}</time>,
            },
          ]}
          missing="–"
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.news({ ...query, page })} />
    </Stack>
  )
}
