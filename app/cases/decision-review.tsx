import { type ComponentProps } from 'react'
import { type Case, type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type TextKey } from '~/locale/keys'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Receipt, ReceiptReading, actOf } from '~/ui/receipt/receipt'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { casePath } from './paths'
import { PrefetchNext } from './prefetch'
import * as styles from './cases.css'
import { type ShownAs } from './decision-form'
import { type DecisionReview } from './decision.server'

export interface Movement extends Pick<ComponentProps<typeof Receipt>, 'from' | 'to'> {
  amount: { term: string; value: string; currency: string }
}

interface DecisionReviewPageProps {
  queue: CaseQueue
  page: ReviewPage<DecisionReview>
  submission: string
  /** The address of the case. */
  action: string
  title: string
  facts: Facts
  /** Of a decision by which money moves: how much, and from where to where. */
  movement?: Movement | null
  /** By which name a decision is shown, where that is another than its own. */
  shownAs?: ShownAs
  /** What can't be undone about the decision. */
  warning?: string
  /** The case that is decided; the next one opens after it. */
  case: Pick<Case, 'next'>
}

/** A decision as it will be made, with exactly what the investor will read. */
export function DecisionReviewPage({
  queue,
  page,
  action,
  title,
  facts,
  movement = null,
  shownAs = {},
  warning,
  submission,
  case: { next },
}: DecisionReviewPageProps) {
  const { review, typed, changed, lastResult } = page
  const { t, amount, amountParts } = useI18n()
  const { decision = '', transactionHash, creditedAmount } = typed
  const { reason } = review
  const isApplicant = queue === 'applications'
  const shown = `cases:decide.${queue}.${shownAs[decision] ?? decision}`
  const name = t(shown as TextKey)
  const consequence = t(`${shown}Text` as TextKey)
  const lines: Facts = [
    { term: t('cases:review.decision'), value: name, strong: true },
    { term: t('cases:fact.reason'), value: reason },
    creditedAmount !== undefined &&
      creditedAmount !== '' &&
      !movement && { term: t('cases:fact.credited'), value: creditedAmount },
    transactionHash !== undefined &&
      transactionHash !== '' && { term: t('cases:fact.hash'), value: <Address value={transactionHash} /> },
    ...facts,
  ]
  const before = (
    <>
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(isApplicant ? 'cases:review.changedForApplicant' : 'cases:review.changed')}
        </Alert>
      )}
      {review.paidByIt.length > 0 && <SameTransfer paidByIt={review.paidByIt} />}
      {review.preview.needsSecond && <Alert meaning="info">{t('cases:several.waits')}</Alert>}
    </>
  )
  const rest = (
    <>
      <Section id="reads" title={t(isApplicant ? 'cases:review.applicantReads' : 'cases:review.reads')}>
        <WhatIsRead {...{ isApplicant }} {...review.preview} />
      </Section>
      <ConfirmForm
        action={action}
        submission={page.submission ?? submission}
        lastResult={lastResult}
        typed={reason === null ? typed : { ...typed, reason }}
        shown={{ figures: review.figures }}
        act={
          movement
            ? actOf(name, amount(movement.amount.value, movement.amount.currency, { exact: true }))
            : name
        }
      />
      <PrefetchNext href={next && casePath[queue](next)} />
    </>
  )
  if (movement)
    return (
      <Receipt
        title={t('cases:review.title')}
        lead={consequence}
        amount={{
          term: movement.amount.term,
          parts: amountParts(movement.amount.value, movement.amount.currency, { exact: true }),
        }}
        from={movement.from}
        to={movement.to}
        lines={lines}
        risk={warning}
        before={before}
      >
        <ReceiptReading>{rest}</ReceiptReading>
      </Receipt>
    )
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('cases:review.title')} lead={title} />
      {before}
      <p>{consequence}</p>
      {warning !== undefined && <Alert meaning="warning">{warning}</Alert>}
      <DescriptionList facts={lines} />
      {rest}
    </Stack>
  )
}

/** A hash that was pasted twice is noticed here, before an investor is told of a transfer that is another's. */
function SameTransfer({ paidByIt }: Pick<DecisionReview, 'paidByIt'>) {
  const { t, amount } = useI18n()
  return (
    <Alert meaning="warning" role="alert">
      <p>{t('cases:review.sameTransfer')}</p>
      <ul role="list">
        {paidByIt.map(({ id, net, currency, owner }) => (
          <li key={id}>
            <Link href={operatorPaths.withdrawal(id)}>
              {[given(net, (value) => amount(value, currency, { exact: true })), owner.login]
                .filter(Boolean)
                .join(' · ')}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function WhatIsRead({ isApplicant, language, notification, mails }: Preview & { isApplicant: boolean }) {
  const { t } = useI18n()
  if (notification === null && mails.length === 0)
    return <p>{t(isApplicant ? 'cases:review.applicantReadsNothing' : 'cases:review.readsNothing')}</p>
  return (
    <Stack gap={4}>
      <p>{t('cases:review.language', { language: t(`cases:investor.languages.${language}`) })}</p>
      {notification !== null && (
        <div>
          <p>{t('cases:review.notification')}</p>
          <p className={styles.quote} lang={language}>
            {notification}
          </p>
        </div>
      )}
      {mails.map(({ subject, text }) => (
        <div key={subject}>
          <p>{t('cases:review.mail', { subject })}</p>
          <p className={styles.quote} lang={language}>
            {text}
          </p>
        </div>
      ))}
    </Stack>
  )
}
