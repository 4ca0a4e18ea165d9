import { type Operation, type OperationSummary } from '~/contract/statement'
import { type Cell } from '~/formats/csv'
import { csvIn } from '~/lists/csv'
import { type I18n } from '~/locale/create'
import { summaryRows } from '~/investments/statement.server'

/** The lines of a statement's file, each already ended. */
export interface StatementRows {
  /** The names of the columns, and each account's balance before the first operation. */
  head: (summary: OperationSummary) => string
  operations: (operations: readonly Operation[]) => string
  /** Each account's balance after the last one. */
  foot: (summary: OperationSummary) => string
  /** Reports how many operations could not be read; empty without any. */
  leftOut: (count: number) => string
}

/**
 * In a file figures keep all digits and no groups, an outgoing amount its minus: opening + the column of amounts =
 * closing, for each currency and account.
 */
export function statementRows({ t, language, timeZone }: I18n): StatementRows {
  const csv = csvIn(language)
  // Spreadsheets of every language read this notation; Swedish is the one that writes it.
  const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const none: Cell = { text: '' }
  const balanceRows = (figure: 'opening' | 'closing') => (summary: OperationSummary) =>
    summaryRows(summary)
      .map(({ currency, account, ...figures }) =>
        csv.row([
          none,
          { text: t(`cabinet:operations.${figure}`) },
          { text: t(`common:account.${account}`) },
          { text: currency },
          none,
          { figure: figures[figure] },
          none,
          none,
          none,
        ]),
      )
      .join('')
  const names = [
    t('activity:csv.at', { zone: timeZone }),
    t('cabinet:operations.type'),
    t('cabinet:operations.account'),
    t('cabinet:operations.currency'),
    t('cabinet:operations.amount'),
    t('cabinet:operations.balanceAfter'),
    t('cabinet:operations.status'),
    t('activity:csv.number'),
    t('activity:csv.belongsTo'),
  ].map((text) => ({ text }))
  return {
    head: (summary) => csv.start + csv.row(names) + balanceRows('opening')(summary),
    operations: (operations) =>
      operations
        .map(
          ({ id, type, account, direction, amount, currency, balanceAfter, status, createdAt, reference }) =>
            csv.row([
              createdAt === null ? none : { text: times.format(new Date(createdAt)) },
              { text: t(`common:operation.${type}`) },
              account === null ? none : { text: t(`common:account.${account}`) },
              currency === null ? none : { text: currency },
              { figure: direction === 'out' ? `-${amount}` : amount },
              balanceAfter === null ? none : { figure: balanceAfter },
              {
                text: t(status === 'unknown' ? 'common:status.unknown' : `common:status.operation.${status}`),
              },
              id === null ? none : { text: id },
              { text: reference?.id ?? '' },
            ]),
        )
        .join(''),
    foot: balanceRows('closing'),
    leftOut: (count) => (count === 0 ? '' : csv.row([{ text: t('common:list.leftOut', { count }) }])),
  }
}
