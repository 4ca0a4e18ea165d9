import { type AuditRecord } from '~/contract/extensions/operator/house'
import { deviceName } from '~/formats/device-name'
import { type I18n } from '~/locale/create'
import { operatorPaths } from '~/operator-paths'

/** A record of the audit trail in the reader's words, which only the server has. */
export interface AuditRow extends Pick<AuditRecord, 'id' | 'reason' | 'createdAt'> {
  actor: string
  what: string
  /** The case that it is about, with its page if it has one. */
  subject: { id: string; href: string | null } | null
  changes: NonNullable<AuditRecord['changes']>
  device: string
  address: string
}

export function auditRows(i18n: I18n, records: readonly AuditRecord[]): AuditRow[] {
  return records.map((record) => {
    const { id, reason, createdAt, subject, changes = [] } = record
    return {
      ...{ id, reason, createdAt, changes },
      actor: record.actor ?? i18n.t('operators:audit.house'),
      what: actionText(i18n, record),
      subject: subject && { id: subject.id, href: pageOf(subject) },
      ...originText(i18n, record),
    }
  })
}

/** What was done to what; an action without a text is shown by its own name. */
export function actionText({ t, has }: I18n, { action }: Pick<AuditRecord, 'action'>): string {
  const [kind = '', verb = ''] = action.split('.')
  const [kindKey, verbKey] = [`operators:audit.kind.${kind}`, `operators:audit.verb.${verb}`] as const
  return has(kindKey) && has(verbKey) ? `${t(kindKey)}: ${t(verbKey)}` : action
}

/** What a record may be about, by the reader's names of it in their order. */
export function kindNames({ t, language }: I18n): Record<string, string> {
  const named = kinds.map((kind) => [kind, t(`operators:audit.kind.${kind}`)] as const)
  return Object.fromEntries(named.sort(([, one], [, other]) => one.localeCompare(other, language)))
}

const kinds = [
  ...(['payment', 'refill', 'transfer', 'batch', 'correction', 'reward', 'anomaly', 'proposal'] as const),
  ...(['user', 'verification', 'document', 'inquiry', 'application', 'resume'] as const),
  ...(['news', 'mailing', 'setting', 'plan', 'payment_system', 'subscription_option', 'rate'] as const),
  ...(['operator', 'invitation', 'view'] as const),
]

/** The device and the address of the request; empty where there was none. */
export function originText({ t }: I18n, { origin }: Pick<AuditRecord, 'origin'>) {
  if (!origin) return { device: '', address: '' }
  return { device: deviceName(origin.device ?? '') || t('activity:unknownDevice'), address: origin.address }
}

const pages = {
  payment: operatorPaths.withdrawal,
  refill: operatorPaths.topUp,
  transfer: operatorPaths.transfer,
  verification: operatorPaths.verification,
  inquiry: operatorPaths.message,
  application: operatorPaths.application,
  user: operatorPaths.investor,
  anomaly: operatorPaths.withdrawal,
  operator: operatorPaths.person,
  batch: operatorPaths.batch,
  correction: operatorPaths.investor,
  proposal: operatorPaths.approval,
  news: operatorPaths.newsItem,
  plan: operatorPaths.plan,
  payment_system: operatorPaths.paymentSystem,
  subscription_option: operatorPaths.subscriptionOption,
} as const

function pageOf({ kind, id }: NonNullable<AuditRecord['subject']>): string | null {
  return kind in pages ? pages[kind as keyof typeof pages](id) : null
}
