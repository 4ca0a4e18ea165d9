import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { contract } from '~/contract'
import { type PageHandle } from '~/framework/page'
import { readPayment } from '~/investments/systems.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

export const handle = { scripts: false } satisfies PageHandle

/** Plays the administrator of a withdrawal, in a demonstration. It redirects to the page that shows the result. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = context.form ?? new FormData()
  const decided = contract.demo.decidePayment.body.safeParse({
    decision: form.get('decision'),
    reason: form.get('reason') || undefined,
  })
  if (!decided.success) throw new Response(null, { status: 400 })
  const { decision, reason } = decided.data
  try {
    await upstream.demo.decidePayment({ id, decision, ...(decision === 'reject' && { reason }) })
    context.flash.set('paymentDecided')
  } catch (error) {
    // Decided in another tab, or by a call whose answer was lost: its page shows the new status.
    if (!(error instanceof UpstreamFailure)) throw error
    const isDecided = error.code === 'already_decided' || (mayBeDone(error) && !(await isOpen(upstream, id)))
    if (!isDecided) throw error
  }
  return redirect(paths.withdrawal(id), 303)
}

async function isOpen(upstream: Upstream, id: string): Promise<boolean> {
  const { status } = await readPayment(upstream, id)
  return status === 'pending' || status === 'under_review'
}

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  return redirect(paths.withdrawal(id))
}

/** A component, so that errors of this route show the error page. It is never rendered itself. */
export default function Played() {
  return null
}
