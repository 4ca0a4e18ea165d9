import { useI18n } from '~/locale/context'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { type RequestedValues } from './submission.server'
import { type SubmissionStatus } from './submission-status'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'
import { useLocation } from '@remix-run/react'
import { useDocumentFacts, useHasScripts } from '~/framework/document'
import { useRefreshing } from '~/framework/refresh'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'

interface WhatIsKnownProps {
  status: SubmissionStatus
  sentences: readonly string[]
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
export function WhatIsKnown({ status, sentences }: WhatIsKnownProps) {
  return (
    <Alert meaning={meanings[status]} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
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

/**
 * Where the page's scripts are lost. They get a while to come, since a page that reloads gives up what it was loading.
 */
const reloadUnlessHydrated = `setTimeout(()=>'scripted'in document.documentElement.dataset||location.reload(),2e4)`

/** Refreshes by a link and by itself: by scripts while the page is visible, else as the document or its route says. */
export function AskAgain() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { nonce } = useDocumentFacts()
  const hasScripts = useHasScripts()
  useRefreshing()

  return (
    <Stack gap={2}>
      <div>
        <ButtonLink href={pathname} variant="primary">
          {t('cabinet:submissions.check')}
        </ButtonLink>
      </div>
      <Soft small>{t('cabinet:submissions.alone')}</Soft>
      {hasScripts && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: reloadUnlessHydrated }}
        />
      )}
    </Stack>
  )
}
