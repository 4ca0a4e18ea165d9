import { FailedPanel } from '~/layouts/failed-panel'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { EmptyList } from '~/lists/empty-list'
import { Pages } from '~/lists/pages'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { type Accrual, type Accruals as Page } from './accruals.server'

interface AccrualsProps {
  depositId: string
  /** Null where they can't be shown just now. */
  accruals: Page | null
}

/** Day by day what was credited, newest first. */
export function Accruals({ depositId, accruals }: AccrualsProps) {
  const { t } = useI18n()
  return (
    <Section id="accruals" title={t('cabinet:deposits.accruals.title')}>
      {accruals ? (
        <Stack gap={5}>
          {accruals.items.length > 0 ? (
            <Days items={accruals.items} />
          ) : (
            <EmptyList
              total={accruals.total}
              isFiltered={false}
              href={paths.deposit(depositId)}
              start={paths.deposit(depositId)}
              title={t('cabinet:deposits.accruals.empty')}
              text={t('cabinet:deposits.accruals.emptyText')}
            />
          )}
          <Pages list={accruals} href={(page) => paths.deposit(depositId, { page })} />
        </Stack>
      ) : (
        <FailedPanel />
      )}
    </Section>
  )
}

function Days({ items }: { items: readonly Accrual[] }) {
  const { t, dateTime, number } = useI18n()
  return (
    <Table
      caption={t('cabinet:deposits.accruals.title')}
      captionHidden
      rows={items}
      rowKey={({ at }) => at}
      columns={[
        {
          key: 'day',
          label: t('cabinet:deposits.accruals.day'),
          lead: true,
          cell: ({ day }) => t('cabinet:deposits.accruals.nth', { day: number(day) }),
        },
        {
          key: 'at',
          label: t('cabinet:deposits.accruals.at'),
          cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
        },
        {
          key: 'amount',
          label: t('cabinet:deposits.accruals.amount'),
          figures: true,
          cell: ({ amount }) => <Amount value={amount} currency="USDT" direction="in" exact />,
        },
      ]}
    />
  )
}
