import { type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type TextKey } from '~/locale/keys'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { HiddenFields, PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { sum } from '~/money/decimal'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { actOf } from '~/ui/receipt/receipt'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { CaseName } from './case-name'
import { queueName } from './paths'
import { type ReviewedCase, type SeveralReview } from './several.server'
import * as styles from './cases.css'

interface SeveralReviewPageProps {
  queue: CaseQueue
  review: SeveralReview
}

/** A decision on several cases as it will be made: what each investor will read, and which cases can't take it. */
export function SeveralReviewPage({ queue, review }: SeveralReviewPageProps) {
  const { t, number } = useI18n()
  const { cases, typed, figures, changed } = review
  const count = cases.filter(({ effect }) => effect !== 'refused').length
  const action = operatorPaths.several(queueName[queue])
  const shown = `cases:decide.${queue}.${typed['decision'] ?? ''}`
  const decision = t(shown as TextKey)
  const totals = totalsOf(cases, typed['decision'])
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cases:review.title')}
        lead={t('cases:several.lead', { decision, count, total: cases.length })}
      />
      {count > 0 && (
        <div>
          {totals.length > 0 && (
            <dl className={styles.totals}>
              <dt>{t('cases:several.total')}</dt>
              {totals.map((total) => (
                <dd key={total.currency} className={styles.total}>
                  <Amount value={total.amount} currency={total.currency} exact />
                </dd>
              ))}
            </dl>
          )}
          <dl>
            <dt>{t('cases:several.each')}</dt>
            <dd>{t(`${shown}Text` as TextKey)}</dd>
          </dl>
        </div>
      )}
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(queue === 'applications' ? 'cases:several.changedForApplicants' : 'cases:several.changed')}
        </Alert>
      )}
      {count === 0 && (
        <Alert meaning="warning" role="alert" title={t('cases:several.nothing')}>
          {t('cases:several.nothingText')}
        </Alert>
      )}
      <Table
        caption={t('cases:several.cases')}
        captionHidden
        rows={cases}
        rowKey={(row) => row.case.id}
        columns={[
          {
            key: 'case',
            label: t('cases:several.case'),
            lead: true,
            cell: (row) => <CaseName {...row.case} queue={queue} />,
          },
          ...(cases.some(({ credit }) => credit) ? [creditColumn(t)] : []),
          { key: 'effect', label: t('cases:several.effect'), cell: (row) => <Effect {...row} /> },
          {
            key: 'reads',
            label: t(queue === 'applications' ? 'cases:review.applicantReads' : 'cases:review.reads'),
            cell: ({ preview }) => preview && <Reads {...preview} />,
          },
        ]}
      />
      {count > 0 ? (
        <ConfirmForm
          action={action}
          submission={review.submission}
          typed={typed}
          shown={{ figures }}
          act={actOf(decision, number(count))}
        />
      ) : (
        <PlainForm action={action}>
          <HiddenFields values={{ ...typed, change: '1' }} />
          <SubmitButton variant="secondary">{t('common:action.back')}</SubmitButton>
        </PlainForm>
      )}
    </Stack>
  )
}

/** What moves in each currency, of the cases that can take the decision: sent, credited, or given back. */
function totalsOf(cases: readonly ReviewedCase[], decision: string | undefined) {
  const moved = cases.flatMap(({ effect, credit, case: { withdrawal, transfer } }) => {
    if (effect === 'refused') return []
    if (credit && transfer) return [{ currency: transfer.currency, amount: credit.creditedAmount }]
    if (!withdrawal) return []
    const { currency, amount, net } = withdrawal
    return [{ currency, amount: decision === 'reject' ? amount : net }]
  })
  return [...new Set(moved.map(({ currency }) => currency))].map((currency) => ({
    currency,
    amount: sum(moved.filter((one) => one.currency === currency).map(({ amount }) => amount)),
  }))
}

/** The transfer by which a top-up is credited. */
const creditColumn = (t: I18n['t']) => ({
  key: 'credit',
  label: t('cases:fact.credited'),
  cell: ({ credit, case: { transfer } }: ReviewedCase) =>
    credit && (
      <div className={styles.transfer}>
        <Amount value={credit.creditedAmount} currency={transfer?.currency ?? ''} exact />{' '}
        <Address value={credit.transactionHash} />
      </div>
    ),
})

function Effect({ effect, problem }: ReviewedCase) {
  const { t } = useI18n()
  if (effect === 'decides')
    return (
      <Tag icon="check" meaning="success">
        {t('cases:several.decides')}
      </Tag>
    )
  if (effect === 'waits')
    return (
      <Tag icon="hourglass" meaning="warning">
        {t('cases:several.waits')}
      </Tag>
    )
  return (
    <>
      <Tag icon="cross" meaning="neutral">
        {t('cases:several.left')}
      </Tag>
      <Soft small>{problem}</Soft>
    </>
  )
}

/** The text of the notification, or of the mail where there is none; other mails by their subjects. */
function Reads({ language, notification, mails }: Preview) {
  const { t } = useI18n()
  const [first] = mails
  const text = notification ?? first?.text ?? null
  if (text === null) return <Soft small>{t('cases:several.readsNothing')}</Soft>
  const others = notification === null ? [] : mails
  return (
    <div className={styles.reads}>
      <p className={styles.text} lang={language}>
        {text}
      </p>
      {others.map(({ subject }) => (
        <Soft key={subject} small>
          {t('cases:review.mail', { subject })}
        </Soft>
      ))}
    </div>
  )
}
