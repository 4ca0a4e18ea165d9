import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { outcomeTitle } from '~/money-forms/outcome-page/outcome-title'
import { SubmissionPage } from '~/money-forms/outcome-page/submission-page'
import { isOpenStatus } from '~/money-forms/outcome-page/submission-status'
import { type SubmissionData, loadSubmission } from '~/money-forms/outcome-page/submission.server'
import { requireInvestor } from '~/session/guards.server'

export const handle: PageHandle = {
  title: outcomeTitle,
  amounts: 'shown',
  refreshS(data) {
    const shown = data as Pick<SubmissionData, 'status'> | undefined
    return shown && isOpenStatus(shown.status) ? 5 : null
  },
}

export async function loader({ params: { ticket = '' }, context }: LoaderFunctionArgs) {
  await requireInvestor(context)
  const support = { href: paths.contacts(), label: context.i18n.t('refusals:submission.toSupport') }
  return { ...(await loadSubmission(context, ticket)), support }
}

export default function Submission() {
  return <SubmissionPage {...useLoaderData<typeof loader>()} />
}
