import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { SubmissionPage } from '~/money-forms/outcome-page/submission-page'
import { loadSubmission } from '~/money-forms/outcome-page/submission.server'
import { requireInvestor } from '~/session/guards.server'

export const handle: PageHandle = { title: 'cabinet:submissions.page', amounts: 'shown' }

export async function loader({ params: { ticket = '' }, context }: LoaderFunctionArgs) {
  await requireInvestor(context)
  return loadSubmission(context, ticket)
}

export default function Submission() {
  return <SubmissionPage {...useLoaderData<typeof loader>()} />
}
