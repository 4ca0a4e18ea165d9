import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { personOf } from '~/identity/person.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { handIn } from '~/identity/verification/hand-in.server'
import { DocumentsForm } from './documents-form'
import { expectedPictures } from './expected.server'
import { Then } from './then'
import * as styles from './verification.css'
import { VerificationStatus, VerificationTag } from './verification-status'
import { canHandIn, verificationOf } from '~/identity/verification/state.server'

export const handle: PageHandle = { title: 'settings:verification.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const state = await verificationOf(upstream)
  const { t } = context.i18n
  return {
    state,
    lead: t('security:verification.lead'),
    sentence: t(`security:verification.sentence.${state.status}`),
    reason: state.reason ?? t('security:verification.noReason'),
    expected: expectedPictures(context.i18n),
    person: canHandIn(state) ? await personOf(upstream) : null,
    then: {
      title: t('security:verification.title'),
      steps: (['sent', 'decided', 'verified'] as const).map((name) => t(`security:verification.${name}`)),
    },
  }
}

export async function action({ context }: ActionFunctionArgs) {
  return (await handIn(context)) ?? redirect(paths.settings('verification'), 303)
}

export default function VerificationPage() {
  const { state, lead, sentence, reason, person, expected, then } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader
        title={t('settings:verification.title')}
        tag={<VerificationTag status={state.status} />}
        lead={lead}
      />
      <VerificationStatus state={state} sentence={sentence} reason={reason} />
      {person && (
        <div className={styles.page}>
          <DocumentsForm person={person} expected={expected} lastResult={answer?.lastResult} />
          <Then {...then} />
        </div>
      )}
    </Stack>
  )
}
