import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { afterSignIn, requireSignedIn } from '~/session/guards.server'

/** The reader stays signed in without leaving the page. */
export async function action({ context }: ActionFunctionArgs) {
  const user = await requireSignedIn(context)
  await context.session.prolong()
  return redirect(afterSignIn(context, user), 303)
}

/**
 * For the pages that are open: another one may have moved the end since. It answers `SessionEnd` and `time`, the end as the
 * reader's language writes it; null: the session is over.
 */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { end } = context.session
  const shown = end && { ...end, time: context.i18n.time(end.at) }
  return Response.json(shown, { headers: { 'Cache-Control': 'no-store' } })
}
