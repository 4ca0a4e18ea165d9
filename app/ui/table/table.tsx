import { type ReactElement, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { VisuallyHidden } from '../layout/layout'
import { Link } from '../link/link'
import { cx } from '../theme/cx'
import * as styles from './table.css'

export interface Column<Row> {
  key: string
  label: string
  /** Its cells speak for themselves: the head is for those who listen. */
  isLabelHidden?: boolean
  /** Null: not known of this row. A column that is known of no row is left out. */
  cell: (row: Row) => ReactNode
  /** Figures are aligned at the end, one below the other. */
  figures?: boolean
  /** The column that names the row. */
  lead?: boolean
  /** Drawn before the name, to be found again at a glance. */
  icon?: (row: Row) => IconName | ReactElement
  /**
   * Its head is a link that sorts by it. In the layout of labelled rows there is no head, so there must be a form for
   * it too.
   */
  sort?: ColumnSort
  /**
   * Where the cell stands on a phone if the table is `compact`: `figure` at the end of the first line, `note` on the second
   * one, `labelled` there with its label, `endNote` at its end. `below` without a label on a line of its own; `omitted`: a phone does without it. Without it the cell is a line of its own below them.
   */
  phone?: 'figure' | 'note' | 'labelled' | 'endNote' | 'below' | 'omitted'
}

export interface ColumnSort {
  /** The same list, sorted by this column; reversed if it is sorted so already. */
  href: string
  /** The current order by this column; null if another one sorts the rows. */
  direction: 'ascending' | 'descending' | null
}

interface TableProps<Row> {
  caption: string
  /** The name of the table alone: a heading above has the same text, which is read once. */
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Null if the row has no key: its position is used. */
  rowKey: (row: Row) => string | null
  /** The content of a cell whose value is not known. */
  missing?: ReactNode
  /** On a phone a row is two lines, whose cells have no labels: their values speak for themselves. */
  compact?: boolean
  /** Rows that follow one another and have the same heading stand below it. */
  headingOf?: (row: Row) => string
}

/**
 * A table on a desktop, labelled or compact rows on a phone. The roles are written out because a browser forgets them
 * when `display` changes.
 */
export function Table<Row>({ caption, captionHidden, rows, rowKey, missing, ...props }: TableProps<Row>) {
  const { compact = false, headingOf } = props
  const columns = props.columns.filter(
    ({ cell, lead }) => lead || rows.length === 0 || rows.some((row) => cell(row) !== null),
  )
  const hasIcons = columns.some(({ icon }) => icon)
  // Links that nobody sees must not take focus.
  const isReadOut = compact && !columns.some(({ sort }) => sort)
  return (
    <div className={styles.wrapper[numbered(columns.length)]}>
      <table className={styles.table} role="table" aria-label={captionHidden ? caption : undefined}>
        {!captionHidden && <caption className={styles.caption}>{caption}</caption>}
        <thead className={isReadOut ? styles.compactHead : styles.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, isLabelHidden, figures, sort }) => (
              <th
                key={key}
                className={cx(styles.headCell, figures && styles.end)}
                scope="col"
                role="columnheader"
                aria-sort={sort?.direction ?? undefined}
              >
                {sort ? (
                  <SortLink {...sort}>{label}</SortLink>
                ) : isLabelHidden ? (
                  <VisuallyHidden>{label}</VisuallyHidden>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(rows, headingOf).map(({ heading, members }) => (
          <tbody key={heading} className={styles.body} role="rowgroup">
            {heading !== '' && (
              <tr className={styles.headingRow} role="row">
                <th className={styles.heading} scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {members.map((row, place) => (
              <tr
                key={rowKey(row) ?? place}
                className={compact ? cx(styles.compactRow, hasIcons && styles.besideIcon) : styles.row}
                role="row"
              >
                {columns.map((column) => (
                  <Cell key={column.key} column={column} compact={compact} icon={column.icon?.(row)}>
                    {column.cell(row) ?? missing}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface Group<Row> {
  /** Empty without one. */
  heading: string
  members: Row[]
}

function groupsOf<Row>(rows: readonly Row[], headingOf: (row: Row) => string = () => ''): Group<Row>[] {
  const groups: Group<Row>[] = []
  for (const row of rows) {
    const heading = headingOf(row)
    const last = groups.at(-1)
    if (last?.heading === heading) last.members.push(row)
    else groups.push({ heading, members: [row] })
  }
  return groups.length > 0 ? groups : [{ heading: '', members: [] }]
}

function SortLink({ href, direction, children }: ColumnSort & { children: ReactNode }) {
  return (
    <Link href={href} className={styles.sort}>
      {children}
      {direction && <Icon name={direction === 'ascending' ? 'arrowUp' : 'arrowDown'} size={16} />}
    </Link>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  compact: boolean
  icon: IconName | ReactElement | undefined
  children: ReactNode
}

function Cell<Row>({ column, compact, icon, children }: CellProps<Row>) {
  const isBlank = children === '' || children === undefined
  const className = cx(
    styles.cell,
    isBlank && styles.blank,
    column.lead && styles.lead,
    column.figures && styles.end,
    compact && (column.lead ? styles.compactLead : column.phone && styles.compactCell[column.phone]),
    icon && styles.afterIcon,
  )
  return column.lead ? (
    <th className={className} scope="row" role="rowheader">
      <div>
        {icon && (
          <span className={styles.icon}>
            {typeof icon === 'string' ? <Icon name={icon} size={16} /> : icon}
          </span>
        )}
        {children}
      </div>
    </th>
  ) : (
    <td className={className} role="cell" data-label={column.label}>
      <div>{children}</div>
    </td>
  )
}

const numbered = (columns: number): keyof typeof styles.wrapper =>
  columns > 6 ? 'dense' : columns > 4 ? 'many' : 'few'
