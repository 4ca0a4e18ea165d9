import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { outcomeTitle } from '~/money-forms/outcome-page/outcome-title'
import { SubmissionPage } from '~/money-forms/outcome-page/submission-page'
import { isOpenStatus } from '~/money-forms/outcome-page/submission-status'
import { loadSubmission } from '~/money-forms/outcome-page/submission.server'
import { requireOperator } from '~/session/guards.server'

export const handle: PageHandle = { title: outcomeTitle, amounts: 'shown' }

/** Seconds until the page asks again by itself: operators' pages have no scripts. */
const refresh = { Refresh: '5' }

export async function loader({ params: { ticket = '' }, context }: LoaderFunctionArgs) {
  await requireOperator(context)
  const found = await loadSubmission(context, ticket)
  return data(found, isOpenStatus(found.status) ? { headers: refresh } : {})
}

export default function OperatorSubmission() {
  return <SubmissionPage {...useLoaderData<typeof loader>()} />
}
