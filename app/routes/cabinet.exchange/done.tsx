import { titleOf } from '~/framework/document'
import { type PastExchange } from '~/investments/exchanges.server'
import { Table } from '~/lists/table'
import { ZoneNote } from '~/lists/zone-note'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Balances } from './balances'
import { Amount } from '~/investments/amount'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'

/** Says which exchange it is: what was given for what, and when. */
export const titleOfExchange = (
  { from, to, amountFrom, amountTo, createdAt }: PastExchange,
  { t, amount, dateTime }: Pick<I18n, 't' | 'amount' | 'dateTime'>,
): string =>
  titleOf(
    t('exchange:done.title'),
    `${amount(amountFrom, from)} → ${amount(amountTo, to)}`,
    given(createdAt, dateTime),
  )

/** One exchange that is done: what was given, what was got, and what it left. */
export function Done({ exchange }: { exchange: PastExchange }) {
  const { t, amount, dateTime } = useI18n()
  const { from, to, amountFrom, amountTo, createdAt, id } = exchange
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('exchange:done.title')}
        back={{ href: paths.exchange(), label: t('exchange:done.back') }}
      />
      <DescriptionList
        facts={[
          { term: t('exchange:given'), value: amount(amountFrom, from, { exact: true }) },
          { term: t('exchange:got'), value: amount(amountTo, to, { exact: true }), strong: true },
          {
            term: t('exchange:history.date'),
            value: given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          { term: t('exchange:done.number'), value: <span translate="no">{id}</span> },
        ]}
      />
      <Balances
        {...exchange}
        caption={t('exchange:balances.free')}
        before={t('exchange:balances.before')}
        after={t('exchange:balances.after')}
      />
      <Cluster>
        <ButtonLink href={paths.exchange()}>{t('exchange:done.again')}</ButtonLink>
        <ButtonLink href={paths.operations()} variant="quiet">
          {t('exchange:done.operations')}
        </ButtonLink>
      </Cluster>
    </Stack>
  )
}

/** The newest exchanges; the statement has them all. */
export function History({ exchanges }: { exchanges: readonly PastExchange[] }) {
  const { t, dateHours } = useI18n()
  return (
    <Section
      id="history"
      title={t('exchange:history.title')}
      aside={<Link href={paths.operations({ type: 'exchange_out' })}>{t('exchange:history.all')}</Link>}
    >
      <Stack gap={3}>
        <ZoneNote />
        <Table
          caption={t('exchange:history.title')}
          captionHidden
          compact
          rows={exchanges}
          rowKey={({ id, createdAt, amountFrom }) => id ?? `${createdAt} ${amountFrom}`}
          columns={[
            {
              key: 'createdAt',
              label: t('exchange:history.date'),
              lead: true,
              cell: ({ id, createdAt }) => {
                const time = createdAt !== null && <time dateTime={createdAt}>{dateHours(createdAt)}</time>
                return id === null ? time : <Link href={paths.exchange({ done: id })}>{time || id}</Link>
              },
            },
            {
              key: 'given',
              label: t('exchange:given'),
              figures: true,
              phone: 'labelled',
              cell: ({ amountFrom, from }) => <Amount value={amountFrom} currency={from} />,
            },
            {
              key: 'got',
              label: t('exchange:got'),
              figures: true,
              phone: 'figure',
              cell: ({ amountTo, to }) => <Amount value={amountTo} currency={to} />,
            },
          ]}
        />
      </Stack>
    </Section>
  )
}
