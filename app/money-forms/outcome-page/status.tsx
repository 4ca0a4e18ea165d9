import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { type RequestedValues } from './submission.server'
import { type SubmissionStatus } from './submission-status'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'
import { useLocation } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { useRefreshing } from '~/framework/refresh'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'

interface WhatIsKnownProps {
  status: SubmissionStatus
  request: Pick<RequestedValues, 'sentAt' | 'isOfForm'>
  /** Why it was refused. */
  refusal: string | null
  /** What else limits what can be known. */
  note: string | null
}

const meanings: Record<SubmissionStatus, Meaning> = {
  running: 'info',
  open: 'warning',
  unreachable: 'warning',
  several: 'warning',
  undated: 'warning',
  absent: 'warning',
  sealed: 'warning',
  refused: 'danger',
  otherwise: 'warning',
}

/** Only what is certain. */
export function WhatIsKnown({ status, request, refusal, note }: WhatIsKnownProps) {
  const i18n = useI18n()
  return (
    <Alert meaning={meanings[status]} role="status">
      {[...sentencesOf(status, request, refusal, i18n), note].map(
        (sentence) => sentence && <p key={sentence}>{sentence}</p>,
      )}
    </Alert>
  )
}

function sentencesOf(
  status: SubmissionStatus,
  { sentAt, isOfForm }: WhatIsKnownProps['request'],
  refusal: string | null,
  { t, dateTime }: I18n,
): string[] {
  const time = sentAt === null ? '' : dateTime(sentAt)
  const open = t(isOfForm ? 'cabinet:submissions.openFormText' : 'cabinet:submissions.openText', { time })
  switch (status) {
    case 'running':
      return [t('cabinet:submissions.runningText')]
    case 'open':
      return [open]
    case 'unreachable':
      return [open, t('cabinet:submissions.unreachable')]
    case 'several':
      return [open, t('cabinet:submissions.several')]
    case 'undated':
      return [open, t('cabinet:submissions.undated')]
    case 'absent':
      return [t(isOfForm ? 'cabinet:submissions.absentFormText' : 'cabinet:submissions.absentText', { time })]
    case 'sealed':
      return [t('cabinet:submissions.sealedText')]
    case 'refused':
      return [refusal ?? '', t('cabinet:submissions.refusedText')]
    case 'otherwise':
      return [t('cabinet:submissions.otherwiseText')]
  }
}

/** The values of the request, to recognise it in a list or to name it to support. */
export function RequestFacts({
  request: { what, amount, currency, wallet, sentAt, isOfForm, key },
}: {
  request: RequestedValues
}) {
  const i18n = useI18n()
  const { t, dateTime } = i18n
  return (
    <Section id="asked" title={t('cabinet:submissions.what')}>
      <DescriptionList
        facts={[
          { term: t('cabinet:submissions.request'), value: what },
          amount !== null && {
            term: t('cabinet:submissions.amount'),
            value: currency === null ? amount : i18n.amount(amount, currency, { exact: true }),
          },
          wallet !== null && {
            term: t('cabinet:submissions.wallet'),
            value: <Address value={wallet} />,
          },
          sentAt !== null && {
            term: t(isOfForm ? 'cabinet:submissions.formAt' : 'cabinet:submissions.sentAt'),
            value: <time dateTime={sentAt}>{dateTime(sentAt)}</time>,
          },
          { term: t('cabinet:submissions.number'), value: <span translate="no">{key}</span> },
        ]}
      />
    </Section>
  )
}

/** Refreshes by a link, and where scripts run automatically while the page is visible. */
export function AskAgain() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )

  useRefreshing()

  return (
    <Stack gap={2}>
      <div>
        <ButtonLink href={pathname} variant="primary">
          {t('cabinet:submissions.check')}
        </ButtonLink>
      </div>
      <Soft small>{t(isScripted ? 'cabinet:submissions.alone' : 'cabinet:submissions.noScripts')}</Soft>
    </Stack>
  )
}
