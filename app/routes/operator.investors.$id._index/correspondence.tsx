import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { type NotificationSummary, langOf } from '~/notifications/client/summary'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { given } from '~/locale/given'
import { operatorPaths } from '~/operator-paths'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Table } from '~/ui/table/table'
import { Part } from './money'

/** What was said between the investor and the company, and what operators did. */

type Own<Name extends keyof InvestorCase> = Pick<InvestorCase, Name>

export function Notifications({ items }: { items: readonly NotificationSummary[] }) {
  const i18n = useI18n()
  const { t, dateTime } = i18n
  return (
    <Part id="notifications" title={t('investors:case.notifications')} items={items}>
      <Table
        caption={t('investors:case.notifications')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'message',
            label: t('investors:case.message'),
            lead: true,
            cell: (one) => <span lang={langOf(i18n, one)}>{one.text}</span>,
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          {
            key: 'read',
            label: t('investors:case.stateOf'),
            cell: ({ isRead }) => t(`investors:case.${isRead ? 'read' : 'unread'}`),
          },
        ]}
      />
    </Part>
  )
}

export function Messages({ messages }: Own<'messages'>) {
  const { t, dateTime } = useI18n()
  return (
    <Part id="messages" title={t('investors:case.messages')} items={messages.items}>
      <Table
        caption={t('investors:case.messages')}
        captionHidden
        rows={messages.items}
        rowKey={({ id }) => id}
        columns={[
          { key: 'subject', label: t('investors:case.subject'), lead: true, cell: ({ subject }) => subject },
          { key: 'to', label: t('investors:case.to'), cell: ({ recipient }) => recipient },
          {
            key: 'sent',
            label: t('investors:case.sent'),
            cell: ({ sentAt, givenUp }) =>
              sentAt === null ? (
                t(`investors:case.${givenUp ? 'givenUp' : 'waiting'}`)
              ) : (
                <time dateTime={sentAt}>{dateTime(sentAt)}</time>
              ),
          },
        ]}
      />
    </Part>
  )
}

export function Inquiries({ inquiries }: Own<'inquiries'>) {
  const { t, dateTime } = useI18n()
  if (inquiries.length === 0) return null
  return (
    <Part id="inquiries" title={t('investors:case.inquiries')} items={inquiries}>
      <Table
        caption={t('investors:case.inquiries')}
        captionHidden
        rows={inquiries}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'kind',
            label: t('investors:case.what'),
            lead: true,
            cell: ({ id, kind }) => (
              <Link href={operatorPaths.message(id)}>{t(`investors:case.inquiry.${kind}`)}</Link>
            ),
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
          },
          {
            key: 'state',
            label: t('investors:case.stateOf'),
            cell: ({ status }) =>
              status === 'unknown'
                ? t('common:status.unknown')
                : t(`investors:case.${status === 'open' ? 'open' : 'closed'}`),
          },
        ]}
      />
    </Part>
  )
}

export function Records({ records }: Own<'records'>) {
  const { t, dateTime } = useI18n()
  const nameOf = (action: string) => (action in actions ? t(actions[action as keyof typeof actions]) : action)
  return (
    <Part id="records" title={t('investors:case.records')} items={records}>
      <Table
        caption={t('investors:case.records')}
        captionHidden
        rows={records}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'action',
            label: t('investors:case.record'),
            lead: true,
            cell: ({ action, reason }) => (
              <>
                {nameOf(action)}
                {reason !== null && <Soft small>{reason}</Soft>}
              </>
            ),
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
          },
          {
            key: 'by',
            label: t('investors:case.by'),
            cell: ({ actor }) => actor ?? t('investors:case.house'),
          },
        ]}
      />
    </Part>
  )
}

/** What operators decide about an account and what belongs to it; any other action is shown by its name. */
const actions = {
  'user.suspend': 'investors:record.suspend',
  'user.restore': 'investors:record.restore',
  'user.unfreeze': 'investors:record.unfreeze',
  'user.remove_factors': 'investors:record.removeFactors',
  'user.replace_contacts': 'investors:record.replaceContacts',
  'user.keep_contacts': 'investors:record.keepContacts',
  'user.note': 'investors:record.note',
  'user.end_sessions': 'investors:record.endSessions',
  'correction.credit': 'investors:record.credit',
  'correction.debit': 'investors:record.debit',
  'payment.review': 'investors:record.reviewPayment',
  'payment.complete': 'investors:record.completePayment',
  'payment.reject': 'investors:record.rejectPayment',
  'refill.approve': 'investors:record.approveRefill',
  'refill.reject': 'investors:record.rejectRefill',
  'verification.approve': 'investors:record.approveVerification',
  'verification.reject': 'investors:record.rejectVerification',
  'verification.look_at_number': 'investors:record.lookAtNumber',
  'reward.take_back': 'investors:record.takeBack',
} as const satisfies Record<string, TextKey>
