import { useI18n } from '~/locale/context'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { AskAgain, RequestFacts, WhatIsKnown } from './status'
import { type SubmissionData } from './submission.server'
import { isOpenStatus, isUndecidedStatus } from './submission-status'

interface SubmissionPageProps extends SubmissionData {
  /** Where a reader finds somebody who can tell what the page can't. The browser has no text for it. */
  support?: { href: string; label: string }
}

/** What became of a form whose answer was lost. */
export function SubmissionPage({
  status,
  sentences,
  request,
  made,
  list,
  again,
  support,
}: SubmissionPageProps) {
  const { t } = useI18n()
  const isOpen = isOpenStatus(status)
  const isUndecided = isUndecidedStatus(status)
  const mayStartAnew = !isOpen && !isUndecided && again !== null
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t(titles[status])} />
      <WhatIsKnown status={status} sentences={sentences} />
      <RequestFacts request={request} />
      {isOpen && <AskAgain />}
      <Cluster>
        {made && <ButtonLink href={made}>{t('cabinet:submissions.toMade')}</ButtonLink>}
        <ButtonLink href={list}>{t('cabinet:submissions.toList')}</ButtonLink>
        {isUndecided && support && <ButtonLink href={support.href}>{support.label}</ButtonLink>}
        {mayStartAnew && <ButtonLink href={again}>{t('cabinet:submissions.again')}</ButtonLink>}
      </Cluster>
    </Stack>
  )
}

const titles = {
  running: 'errors:code.in_progress',
  open: 'cabinet:submissions.open',
  unreachable: 'cabinet:submissions.open',
  several: 'cabinet:submissions.open',
  undated: 'cabinet:submissions.open',
  sealed: 'cabinet:submissions.sealed',
  absent: 'cabinet:submissions.absent',
  refused: 'cabinet:submissions.refused',
  otherwise: 'errors:code.idempotency_mismatch',
} as const
