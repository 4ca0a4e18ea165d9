import { FailedPanel } from '~/layouts/banners'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { EmptyList } from '~/lists/empty-list'
import { ZoneNote } from '~/lists/zone-note'
import { Pages } from '~/lists/pages'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Table } from '~/lists/table'
import { type Accrual, type Accruals as Page } from './accruals.server'

interface AccrualsProps {
  depositId: string
  /** Null if they can't be read now. */
  accruals: Page | null
}

/** The credited amounts by day, newest first. */
export function Accruals({ depositId, accruals }: AccrualsProps) {
  const { t } = useI18n()
  return (
    <Section id="accruals" title={t('cabinet:deposits.accruals.title')}>
      {accruals ? (
        <Stack gap={5}>
          {accruals.items.length > 0 ? (
            <>
              <ZoneNote />
              <Days items={accruals.items} />
            </>
          ) : (
            <EmptyList
              list={accruals}
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
  const { t, dateHours, number } = useI18n()
  return (
    <Table
      caption={t('cabinet:deposits.accruals.title')}
      captionHidden
      compact
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
          phone: 'note',
          cell: ({ at }) => <time dateTime={at}>{dateHours(at)}</time>,
        },
        {
          key: 'amount',
          label: t('cabinet:deposits.accruals.amount'),
          figures: true,
          phone: 'figure',
          cell: ({ amount }) => <Amount value={amount} currency="USDT" direction="in" exact />,
        },
      ]}
    />
  )
}
