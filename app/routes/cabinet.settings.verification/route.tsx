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
import { VerificationStatus } from './verification-status'
import { canHandIn, verificationOf } from '~/identity/verification/state.server'

export const handle: PageHandle = { title: 'settings:verification.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const state = await verificationOf(upstream)
  return { state, person: canHandIn(state) ? await personOf(upstream) : null }
}

export async function action({ context }: ActionFunctionArgs) {
  return (await handIn(context)) ?? redirect(paths.settings('verification'), 303)
}

export default function VerificationPage() {
  const { state, person } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('settings:verification.title')} lead={t('settings:verification.lead')} />
      <VerificationStatus state={state} />
      {person && <DocumentsForm person={person} lastResult={answer?.lastResult} />}
    </Stack>
  )
}
