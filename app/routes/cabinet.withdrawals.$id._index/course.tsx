import { type Payment } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { Section } from '~/ui/section/section'
import { type Step, Timeline } from '~/ui/timeline/timeline'

/** The way of a request from its creation to the wallet, or to its rejection: each state, and when it is due. */
export function Course({ payment }: { payment: Payment }) {
  const i18n = useI18n()
  if (payment.status === 'unknown') return null
  return (
    <Section id="course" title={i18n.t('cabinet:withdrawals.course.title')}>
      <Timeline steps={stepsOf(payment, payment.status, i18n)} />
    </Section>
  )
}

type Known = Exclude<Payment['status'], 'unknown'>

function stepsOf(payment: Payment, status: Known, { t, dateTime }: I18n): Step[] {
  const { createdAt, expectedBy, withdrawnAt } = payment
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const due = t('cabinet:withdrawals.course.due', { time: dateTime(expectedBy) })
  const step = (
    key: 'created' | 'waiting' | 'review' | 'sent' | 'rejected',
    state: Step['state'],
    when?: Step['time'],
  ): Step => ({
    key,
    state,
    stateLabel: t(`common:step.${state}`),
    title: t(`cabinet:withdrawals.course.${key}`),
    text: state !== 'done' || key === 'created' ? t(`cabinet:withdrawals.course.${key}Text`) : undefined,
    time: when,
  })
  const created = step('created', 'done', time(createdAt))
  switch (status) {
    case 'pending':
      return [created, step('waiting', 'current', due), step('review', 'ahead'), step('sent', 'ahead', due)]
    case 'under_review':
      return [created, step('waiting', 'done'), step('review', 'current', due), step('sent', 'ahead', due)]
    case 'completed':
      return [
        created,
        step('waiting', 'done'),
        step('review', 'done'),
        step('sent', 'done', withdrawnAt === null ? undefined : time(withdrawnAt)),
      ]
    case 'rejected':
      return [created, step('rejected', 'current')]
  }
}
