import { type AuditRecord } from '~/contract/extensions/operator/house'
import { actionText } from '~/identity/audit/rows.server'
import { type Cell } from '~/formats/csv'
import { csvIn } from '~/lists/csv'
import { type I18n } from '~/locale/create'

/** The lines of the trail's file, each already ended. */
export interface AuditLines {
  /** The names of the columns. */
  head: string
  records: (records: readonly AuditRecord[]) => string
  /** Reports how many records could not be read; empty without any. */
  leftOut: (count: number) => string
}

/** What a client says of itself, and every value that was changed, is in the file as text: never a formula. */
export function auditLines(i18n: I18n): AuditLines {
  const { t, language, timeZone } = i18n
  const csv = csvIn(language)
  // Spreadsheets of every language read this notation; Swedish is the one that writes it.
  const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const text = (value: string | undefined | null): Cell => ({ text: value ?? '' })
  const names = [
    t('operators:audit.csv.at', { zone: timeZone }),
    t('operators:audit.actor'),
    t('operators:audit.what'),
    t('operators:audit.csv.action'),
    t('operators:audit.csv.kind'),
    t('operators:audit.csv.subject'),
    t('operators:audit.csv.reason'),
    t('operators:audit.csv.address'),
    t('operators:audit.csv.client'),
    t('operators:audit.csv.before'),
    t('operators:audit.csv.after'),
    t('operators:audit.csv.number'),
  ]
  return {
    head: csv.start + csv.row(names.map(text)),
    records: (records) =>
      records
        .map((record) => {
          const { id, actor, action, subject, reason, createdAt, origin, changes = [] } = record
          const values = (of: 'before' | 'after') =>
            changes.map((change) => `${change.field}: ${change[of] ?? '–'}`).join('\n')
          return csv.row([
            text(times.format(new Date(createdAt))),
            text(actor),
            text(actionText(i18n, record)),
            text(action),
            text(subject?.kind),
            text(subject?.id),
            text(reason),
            text(origin?.address),
            text(origin?.device),
            text(values('before')),
            text(values('after')),
            text(id),
          ])
        })
        .join(''),
    leftOut: (count) => (count === 0 ? '' : csv.row([text(t('common:list.leftOut', { count }))])),
  }
}
