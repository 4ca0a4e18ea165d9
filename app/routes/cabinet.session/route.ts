import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'

/** The reader stays signed in without leaving the page. */
export async function action({ context }: ActionFunctionArgs) {
  await requireInvestor(context)
  await context.session.prolong()
  return redirect(paths.cabinet(), 303)
}

export function loader(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
