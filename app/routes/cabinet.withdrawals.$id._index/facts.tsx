import { type Payment } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'
import { type I18n } from '~/locale/create'
import { type TimelineStep, Timeline } from '~/ui/timeline/timeline'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { TextField } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { Cluster, Soft } from '~/ui/layout/layout'

/** All facts of the request, in any state; a rejected one took nothing, and nothing arrives. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t, amount, dateTime } = useI18n()
  const { currency, status, fromUsdt, rate, transactionHash, expectedBy, withdrawnAt } = payment
  const exact = (value: string) => amount(value, currency, { exact: true })
  const exactUsdt = (value: string) => amount(value, 'USDT', { exact: true })
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const address = (value: string) => <Address value={value} />
  const isOpen = status === 'pending' || status === 'under_review'
  return (
    <Section id="facts" title={t('cabinet:withdrawals.one.facts')}>
      <DescriptionList
        facts={[
          isOpen && { term: t('cabinet:withdrawals.one.expectedBy'), value: given(expectedBy, time) },
          { term: t('cabinet:withdrawals.one.amount'), value: exact(payment.amount) },
          status !== 'rejected' && {
            term: t('cabinet:withdrawals.one.fee'),
            value: given(payment.fee, exact),
          },
          status !== 'rejected' && {
            term: t(status === 'completed' ? 'cabinet:withdrawals.one.sent' : 'cabinet:withdrawals.one.net'),
            value: given(payment.net, exact),
            strong: true,
          },
          {
            term: t('cabinet:withdrawals.one.fromUsdt'),
            value: given(fromUsdt, exactUsdt),
            note:
              rate !== null &&
              currency !== null &&
              t('cabinet:withdrawals.one.rate', { currency, rate: exactUsdt(rate) }),
          },
          { term: t('cabinet:withdrawals.one.wallet'), value: given(payment.wallet, address) },
          { term: t('cabinet:withdrawals.one.network'), value: payment.network },
          { term: t('cabinet:withdrawals.one.createdAt'), value: given(payment.createdAt, time) },
          { term: t('cabinet:withdrawals.one.withdrawnAt'), value: given(withdrawnAt, time) },
          { term: t('cabinet:withdrawals.one.hash'), value: given(transactionHash, address) },
          {
            term: t('cabinet:withdrawals.one.number'),
            value: <span translate="no">{payment.id}</span>,
          },
        ]}
      />
    </Section>
  )
}

/** The course of a request from its creation to the wallet, or to its rejection: each state, and when it is due. */
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

function stepsOf(payment: Payment, status: Known, { t, dateTime }: I18n): TimelineStep[] {
  const { createdAt, expectedBy, withdrawnAt } = payment
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const due = given(expectedBy, (end) => t('cabinet:withdrawals.course.due', { time: dateTime(end) }))
  const step = (
    key: 'created' | 'waiting' | 'review' | 'sent' | 'rejected',
    state: TimelineStep['state'],
    when?: TimelineStep['time'],
  ): TimelineStep => ({
    key,
    state,
    stateLabel: t(`common:step.${state}`),
    title: t(`cabinet:withdrawals.course.${key}`),
    text: state !== 'done' || key === 'created' ? t(`cabinet:withdrawals.course.${key}Text`) : undefined,
    time: when,
  })
  const created = step('created', 'done', given(createdAt, time))
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
        step('sent', 'done', given(withdrawnAt, time)),
      ]
    case 'rejected':
      return [created, step('rejected', 'current')]
  }
}

interface WhatNextProps {
  payment: Payment
  /** Why and until when its money does not leave. */
  rest: string | null
  isOverdue: boolean
  /** Whether there is a page to write on. */
  hasContacts: boolean
}

/** One sentence about the state of a withdrawal: what happens next, and by when. */
export function WhatNext({ payment, rest, isOverdue, hasContacts }: WhatNextProps) {
  const i18n = useI18n()
  const [meaning, ...sentences] = sentencesOf(payment, i18n)
  return (
    <Alert meaning={isOverdue ? 'warning' : meaning}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {rest !== null && <p>{rest}</p>}
      {isOverdue && (
        <p>
          {i18n.t('cabinet:withdrawals.one.overdue')}{' '}
          {hasContacts && <Link href={paths.contacts()}>{i18n.t('cabinet:withdrawals.one.contacts')}</Link>}
        </p>
      )}
    </Alert>
  )
}

function sentencesOf(
  { status, expectedBy, reason, returned }: Payment,
  { t, dateTime, amount }: I18n,
): [Meaning, ...string[]] {
  switch (status) {
    case 'pending':
    case 'under_review':
      return [
        'info',
        expectedBy === null
          ? t(`common:sentence.payment.${status}Plain`)
          : t(`common:sentence.payment.${status}`, { expectedBy: dateTime(expectedBy) }),
      ]
    case 'completed':
      return ['success', t('common:sentence.payment.completed')]
    case 'rejected':
      return [
        'danger',
        reason === null
          ? t('cabinet:withdrawals.one.rejectedPlain')
          : t('common:sentence.payment.rejected', { reason }),
        returned
          ? t('cabinet:withdrawals.one.returnedAs', {
              amounts: returned.map((one) => amount(one.amount, one.currency)).join(', '),
            })
          : t('cabinet:withdrawals.one.returned'),
      ]
    case 'unknown':
      return ['info', t('cabinet:withdrawals.one.unknown')]
  }
}

/** The demonstration's part: it plays an administrator. */
export function Decide({ payment }: { payment: Payment & { id: string } }) {
  const { t, amount } = useI18n()
  const { id, status, currency, fromUsdt } = payment
  return (
    <Section id="demo" title={t('common:demo.control')}>
      <PostForm
        id="decide"
        action={paths.demoDecidePayment(id)}
        defaults={{ reason: t('cabinet:withdrawals.one.reasonText') }}
        width="reading"
      >
        <Soft>{t('cabinet:withdrawals.one.demoText')}</Soft>
        {fromUsdt !== null && currency !== null && (
          <Soft>
            {t('cabinet:withdrawals.one.reject')}: {amount(fromUsdt, 'USDT')}{' '}
            {t('cabinet:withdrawals.cancel.fromUsdtNote', { currency })}.
          </Soft>
        )}
        <TextField
          name="reason"
          label={t('cabinet:withdrawals.one.reason')}
          autoComplete="off"
          maxLength={300}
          optional
        />
        <Cluster>
          {status === 'pending' && (
            <SubmitButton variant="secondary" name="decision" value="review">
              {t('cabinet:withdrawals.one.review')}
            </SubmitButton>
          )}
          <SubmitButton variant="secondary" name="decision" value="complete">
            {t('cabinet:withdrawals.one.complete')}
          </SubmitButton>
          <SubmitButton variant="secondary" name="decision" value="reject">
            {t('cabinet:withdrawals.one.reject')}
          </SubmitButton>
        </Cluster>
      </PostForm>
    </Section>
  )
}
