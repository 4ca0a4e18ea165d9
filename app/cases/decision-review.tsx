import { type Case, type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { actOf } from '~/ui/receipt/receipt'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { casePath } from './paths'
import { PrefetchNext } from './prefetch'
import * as styles from './cases.css'
import { type ShownAs } from './decision-form'
import { type DecisionReview } from './decision.server'

interface DecisionReviewPageProps {
  queue: CaseQueue
  page: ReviewPage<DecisionReview>
  submission: string
  /** The address of the case. */
  action: string
  title: string
  facts: Facts
  /** The amount that is decided on. */
  amount?: string
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
  amount,
  shownAs = {},
  warning,
  submission,
  case: { next },
}: DecisionReviewPageProps) {
  const { review, typed, changed, lastResult } = page
  const { t } = useI18n()
  const { decision = '', transactionHash, creditedAmount } = typed
  const { reason } = review
  const isApplicant = queue === 'applications'
  const name = t(`cases:decide.${queue}.${shownAs[decision] ?? decision}` as TextKey)
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('cases:review.title')} lead={title} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(isApplicant ? 'cases:review.changedForApplicant' : 'cases:review.changed')}
        </Alert>
      )}
      {warning !== undefined && <Alert meaning="warning">{warning}</Alert>}
      {review.preview.needsSecond && <Alert meaning="info">{t('cases:several.waits')}</Alert>}
      <DescriptionList
        facts={[
          {
            term: t('cases:review.decision'),
            value: name,
            strong: true,
          },
          { term: t('cases:fact.reason'), value: reason },
          creditedAmount !== undefined &&
            creditedAmount !== '' && { term: t('cases:fact.credited'), value: creditedAmount },
          transactionHash !== undefined &&
            transactionHash !== '' && { term: t('cases:fact.hash'), value: transactionHash },
          ...facts,
        ]}
      />
      <Section id="reads" title={t(isApplicant ? 'cases:review.applicantReads' : 'cases:review.reads')}>
        <WhatIsRead {...{ isApplicant }} {...review.preview} />
      </Section>
      <ConfirmForm
        action={action}
        submission={page.submission ?? submission}
        lastResult={lastResult}
        typed={reason === null ? typed : { ...typed, reason }}
        shown={{ figures: review.figures }}
        act={amount === undefined ? name : actOf(name, amount)}
      />
      <PrefetchNext href={next && casePath[queue](next)} />
    </Stack>
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
