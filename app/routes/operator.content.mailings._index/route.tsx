import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { audienceText } from '~/content/audience'
import { type PageHandle } from '~/framework/page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { beginningOf, plainText } from '~/upstream/html/html.server'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'content:pages.mailings.title' }

const excerptLength = 120

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'mailings')
  await requireExtension(upstream, 'operator')
  const query = readListQuery('operator.mailings', context.url.searchParams, ['page'])
  const { items, ...list } = await upstream.operator.mailings(query)
  const { language } = context.i18n
  const rows = items.map(({ message, ...mailing }) => ({
    ...mailing,
    excerpt: beginningOf(plainText(message[language]), excerptLength),
  }))
  return { ...list, items: rows }
}

/** What was sent, to whom, to how many, and by whom. */
export default function OperatorMailings() {
  const list = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, number, dateTime } = i18n
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.mailings.title')}
        lead={t('content:pages.mailings.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
        action={
          <ButtonLink variant="primary" href={operatorPaths.newMailing()}>
            {t('content:mailings.new')}
          </ButtonLink>
        }
      />
      {list.items.length === 0 ? (
        <EmptyState title={t('content:mailings.none')}>{t('content:mailings.noneText')}</EmptyState>
      ) : (
        <Table
          caption={t('content:pages.mailings.title')}
          captionHidden
          rows={list.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'message',
              label: t('content:mailings.message'),
              lead: true,
              cell: ({ excerpt }) => excerpt,
            },
            {
              key: 'audience',
              label: t('content:mailings.audience'),
              cell: ({ audience }) => audienceText(audience, i18n),
            },
            {
              key: 'recipients',
              label: t('content:mailings.recipients'),
              figures: true,
              cell: ({ recipients }) => number(recipients),
            },
            { key: 'sentBy', label: t('content:mailings.sentBy'), cell: ({ sentBy }) => sentBy },
            {
              key: 'sentAt',
              label: t('content:mailings.sentAt'),
              cell: ({ sentAt }) => <time dateTime={sentAt}>{dateTime(sentAt)}</time>,
            },
          ]}
          missing="–"
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.mailings({ page })} />
    </Stack>
  )
}
