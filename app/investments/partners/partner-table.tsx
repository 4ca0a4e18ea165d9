import { type Partner } from '~/contract/user'
import { inUsdt } from '../amount'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { compare } from '~/money/decimal'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Column, type ColumnSort } from '~/ui/table/table'
import * as styles from './totals.css'
import { nextOrder, type PartnerColumn, partnerColumns, type PartnersOrder } from './partners-order'

interface PartnerTableProps {
  partners: readonly Partner[]
  order: PartnersOrder
  /** The address of the same list in another order. */
  href: (order: PartnersOrder) => string
  /** All entries have the same level, so the column is omitted. */
  isOneLevel: boolean
}

/** One row a partner; amounts are in USDT. A partner with partners links to them. */
export function PartnerTable({ partners, order, href, isOneLevel }: PartnerTableProps) {
  const { t, date, number } = useI18n()
  const sortBy = (column: PartnerColumn): ColumnSort => ({
    href: href(nextOrder(column, order)),
    direction: column === order.sort ? directions[order.sortDir] : null,
  })
  const cells: Record<PartnerColumn, Pick<Column<Partner>, 'cell' | 'figures' | 'lead' | 'phone'>> = {
    login: {
      lead: true,
      cell: ({ login, partners: invited }) =>
        invited === null || invited > 0 ? <Link href={paths.referralsOf(login)}>{login}</Link> : login,
    },
    level: { cell: ({ level }) => given(level, number), figures: true, phone: 'labelled' },
    registeredAt: {
      phone: 'omitted',
      cell: ({ registeredAt }) => given(registeredAt, (at) => <time dateTime={at}>{date(at)}</time>),
    },
    partners: { cell: ({ partners: invited }) => given(invited, number), figures: true, phone: 'omitted' },
    turnover: { cell: ({ turnover }) => given(turnover, inUsdt), figures: true, phone: 'labelled' },
    bonus: { cell: ({ bonus }) => given(bonus, inUsdt), figures: true, phone: 'omitted' },
    accruals: {
      cell: ({ accruals, held }) => given(accruals, (value) => <Accruals value={value} held={held} />),
      figures: true,
      phone: 'figure',
    },
  }
  return (
    <Table
      caption={t('partners:list.title')}
      captionHidden
      compact
      rows={partners}
      rowKey={({ login }) => login}
      columns={partnerColumns
        .filter((key) => !(isOneLevel && key === 'level'))
        .map((key) => ({ key, label: t(`partners:column.${key}`), sort: sortBy(key), ...cells[key] }))}
    />
  )
}

/** All that a partner has brought, and what of it is not free yet. */
function Accruals({ value, held }: Pick<Partner, 'held'> & { value: string }) {
  const { t, amount } = useI18n()
  return (
    <>
      {inUsdt(value)}
      {held !== undefined && compare(held, '0') > 0 && (
        <div className={styles.held}>
          <Soft small>{t('partners:held.part', { amount: amount(held, 'USDT') })}</Soft>
        </div>
      )}
    </>
  )
}

const directions = { asc: 'ascending', desc: 'descending' } as const
