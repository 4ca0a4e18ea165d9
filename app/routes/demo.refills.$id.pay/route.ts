import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

export const handle = { scripts: false } satisfies PageHandle

/** Plays the transfer of a top-up, in a demonstration. It redirects to the page that shows the result. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  try {
    await upstream.demo.payRefill({ id })
    context.flash.set('toppedUp')
  } catch (error) {
    // Paid or expired in another tab, or by a call whose answer was lost: its page shows the new status.
    if (!(error instanceof UpstreamFailure)) throw error
    const isDecided = error.code === 'already_decided' || (mayBeDone(error) && !(await isOpen(upstream, id)))
    if (!isDecided) throw error
  }
  return redirect(paths.topUp(id), 303)
}

const isOpen = async (upstream: Upstream, id: string): Promise<boolean> =>
  (await upstream.refills.one({ id })).status === 'pending'

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  return redirect(paths.topUp(id))
}

/** A component, so that errors of this route show the error page. It is never rendered itself. */
export default function Played() {
  return null
}
