import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { safeRedirectTo } from '~/session/redirect-to.server'

/**
 * Stores on this device whether amounts are shown, and goes back to the page. It makes no call, so it can't be slow.
 */
export async function action({ context }: ActionFunctionArgs) {
  await requireInvestor(context)
  const amounts = context.form?.get('amounts')
  if (amounts === 'hidden' || amounts === 'shown') context.device.keepAmounts(amounts)
  const back = context.form?.get('redirectTo')
  return redirect(safeRedirectTo(typeof back === 'string' ? back : null, paths.cabinet()), 303)
}

export function loader(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
