import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import { cx } from '../theme/cx'
import { visuallyHidden } from '../layout/layout.css'
import * as styles from './table.css'

export interface Column<Row> {
  key: string
  label: string
  /** Null: not known of this row. A column that is known of no row is left out. */
  cell: (row: Row) => ReactNode
  /** Figures are aligned at the end, one below the other. */
  figures?: boolean
  /** The column that names the row. */
  lead?: boolean
  /**
   * Its head is a link that sorts by it. In the layout of labelled rows there is no head, so there must be a form for
   * it too.
   */
  sort?: ColumnSort
}

export interface ColumnSort {
  /** The same list, sorted by this column; reversed if it is sorted so already. */
  href: string
  /** The current order by this column; null if another one sorts the rows. */
  direction: 'ascending' | 'descending' | null
}

interface TableProps<Row> {
  caption: string
  /** Read out, not shown: for a heading above with the same text. */
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Null if the row has no key: its position is used. */
  rowKey: (row: Row) => string | null
  /** The content of a cell whose value is not known. */
  missing?: ReactNode
}

/**
 * A table on a desktop, labelled rows on a phone. The roles are written out because a browser forgets them when
 * `display` changes.
 */
export function Table<Row>({ caption, captionHidden, rows, rowKey, missing, ...props }: TableProps<Row>) {
  const columns = props.columns.filter(
    ({ cell, lead }) => lead || rows.length === 0 || rows.some((row) => cell(row) !== null),
  )
  return (
    <div className={columns.length > 4 ? styles.wrapper.many : styles.wrapper.few}>
      <table className={styles.table} role="table">
        <caption className={captionHidden ? visuallyHidden : styles.caption}>{caption}</caption>
        <thead className={styles.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, figures, sort }) => (
              <th
                key={key}
                className={cx(styles.headCell, figures && styles.end)}
                scope="col"
                role="columnheader"
                aria-sort={sort?.direction ?? undefined}
              >
                {sort ? <SortLink {...sort}>{label}</SortLink> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} role="rowgroup">
          {rows.map((row, place) => (
            <tr key={rowKey(row) ?? place} className={styles.row} role="row">
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.cell(row) ?? missing}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortLink({ href, direction, children }: ColumnSort & { children: ReactNode }) {
  return (
    <Link href={href} className={styles.sort}>
      {children}
      {direction && <Icon name={direction === 'ascending' ? 'arrowUp' : 'arrowDown'} size={16} />}
    </Link>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const isBlank = children === '' || children === undefined
  const className = cx(
    styles.cell,
    isBlank && styles.blank,
    column.lead && styles.lead,
    column.figures && styles.end,
  )
  return column.lead ? (
    <th className={className} scope="row" role="rowheader">
      <div>{children}</div>
    </th>
  ) : (
    <td className={className} role="cell" data-label={column.label}>
      <div>{children}</div>
    </td>
  )
}
