import { useI18n } from '~/locale/context'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { AskAgain, RequestFacts, WhatIsKnown } from './status'
import { type SubmissionData } from './submission.server'
import { isOpenStatus } from './submission-status'

/** What became of a form whose answer was lost. */
export function SubmissionPage({ status, sentences, request, made, list, again }: SubmissionData) {
  const { t } = useI18n()
  const isOpen = isOpenStatus(status)
  const mayStartAnew = !isOpen && again !== null && status !== 'several' && status !== 'undated'
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t(titles[status])} />
      <WhatIsKnown status={status} sentences={sentences} />
      <RequestFacts request={request} />
      {isOpen && <AskAgain />}
      <Cluster>
        {made && <ButtonLink href={made}>{t('cabinet:submissions.toMade')}</ButtonLink>}
        <ButtonLink href={list}>{t('cabinet:submissions.toList')}</ButtonLink>
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
