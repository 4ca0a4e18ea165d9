import { type Partner } from '~/contract/user'
import { inUsdt } from '../amount'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { compare } from '~/money/decimal'
import { Link } from '~/ui/link/link'
import { type Column, type ColumnSort } from '~/ui/table/table'
import * as styles from './partner-table.css'
import { nextOrder, type PartnerColumn, partnerColumns, type PartnersOrder } from './partners-order'

interface PartnerTableProps {
  partners: readonly Partner[]
  order: PartnersOrder
  /** The address of the same list in another order. */
  href: (order: PartnersOrder) => string
  /** All entries have the same level, so the column is omitted. */
  isOneLevel: boolean
}

/** One row a partner; amounts are in USDT. A partner with partners links to them. What is not free yet stands beside all of it. */
export function PartnerTable({ partners, order, href, isOneLevel }: PartnerTableProps) {
  const { t, date, shortDay, calendarDate, number } = useI18n()
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
    level: {
      cell: ({ level }) => given(level, (value) => <span className={styles.level}>{number(value)}</span>),
      phone: 'labelled',
    },
    registeredAt: {
      phone: 'omitted',
      cell: ({ registeredAt }) =>
        given(registeredAt, (at) => (
          <time dateTime={at} title={date(at)} className={styles.date}>
            {shortDay(calendarDate(at))}
          </time>
        )),
    },
    partners: { cell: ({ partners: invited }) => given(invited, number), figures: true, phone: 'omitted' },
    turnover: { cell: ({ turnover }) => given(turnover, inUsdt), figures: true, phone: 'labelled' },
    bonus: { cell: ({ bonus }) => given(bonus, inUsdt), figures: true, phone: 'omitted' },
    accruals: {
      cell: ({ accruals }) => given(accruals, inUsdt),
      figures: true,
      phone: 'figure',
    },
  }
  const held: Column<Partner> = {
    key: 'held',
    label: t('partners:held.total'),
    cell: (partner) => (isHeldOf(partner) ? inUsdt(partner.held ?? '0') : ''),
    figures: true,
    phone: 'omitted',
  }
  return (
    <Table
      caption={t('partners:list.title')}
      captionHidden
      compact
      rows={partners}
      rowKey={({ login }) => login}
      columns={[
        ...partnerColumns
          .filter((key) => !(isOneLevel && key === 'level'))
          .map((key) => ({ key, label: t(`partners:column.${key}`), sort: sortBy(key), ...cells[key] })),
        ...(partners.some(isHeldOf) ? [held] : []),
      ]}
    />
  )
}

const isHeldOf = ({ held }: Partner) => held !== undefined && compare(held, '0') > 0

const directions = { asc: 'ascending', desc: 'descending' } as const
