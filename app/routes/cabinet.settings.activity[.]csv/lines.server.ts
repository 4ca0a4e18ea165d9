import { type Activity } from '~/contract/extensions/activity'
import { amountsOf, kindText, originText } from '~/identity/activity/rows.server'
import { type Cell } from '~/formats/csv'
import { csvIn } from '~/lists/csv'
import { type I18n } from '~/locale/create'

/** The lines of the records' file, each already ended. */
export interface ActivityLines {
  /** The names of the columns. */
  head: string
  records: (records: readonly Activity[]) => string
  /** Reports how many records could not be read; empty without any. */
  leftOut: (count: number) => string
}

/** What a client says of itself is in the file as it was sent: never a formula, however it begins. */
export function activityLines(i18n: I18n): ActivityLines {
  const { t, language, timeZone } = i18n
  const csv = csvIn(language)
  // Spreadsheets of every language read this notation; Swedish is the one that writes it.
  const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const timeOf = (iso: string): Cell => ({ text: times.format(new Date(iso)) })
  const text = (value: string | undefined | null): Cell => ({ text: value ?? '' })
  const figures = (record: Activity): Cell[] =>
    [0, 1].flatMap((at) => {
      const amount = amountsOf(record)[at]
      return amount ? [{ figure: amount.value }, text(amount.currency)] : [text(''), text('')]
    })
  const names = [
    t('activity:csv.at', { zone: timeZone }),
    t('activity:page.what'),
    t('activity:csv.amount'),
    t('activity:csv.currency'),
    t('activity:csv.toAmount'),
    t('activity:csv.toCurrency'),
    t('activity:csv.wallet'),
    t('activity:csv.network'),
    t('activity:page.device'),
    t('activity:csv.client'),
    t('activity:page.address'),
    t('activity:page.outcome'),
    t('activity:csv.times'),
    t('activity:csv.lastAt', { zone: timeZone }),
    t('activity:csv.number'),
    t('activity:csv.reference'),
  ]
  return {
    head: csv.start + csv.row(names.map(text)),
    records: (records) =>
      records
        .map((record) => {
          const { id, at, lastAt, values, times: count, outcome, reference, device } = record
          const origin = originText(i18n, record)
          return csv.row([
            timeOf(at),
            text(kindText(i18n, record)),
            ...figures(record),
            text(values.wallet),
            text(values.network),
            text(origin.device),
            text(device),
            text(origin.address),
            text(t(outcome === 'unknown' ? 'common:status.unknown' : `activity:page.outcomes.${outcome}`)),
            { figure: String(count) },
            timeOf(lastAt),
            text(id),
            text(reference?.id),
          ])
        })
        .join(''),
    leftOut: (count) => (count === 0 ? '' : csv.row([text(t('common:list.leftOut', { count }))])),
  }
}
