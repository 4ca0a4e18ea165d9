import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { paths } from '~/paths'
import { endSession } from '~/session/guards.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { handIn } from '~/identity/verification/hand-in.server'

/**
 * The form of the verification for the page's script, which gets upload progress only from its own request: the same
 * answer as the page's, as JSON.
 */
export async function action({ context }: ActionFunctionArgs) {
  const onPage = asOfPage(context)
  try {
    const refusal = await handIn(onPage)
    if (!refusal) return Response.json({ lastResult: null })
    return Response.json({ lastResult: refusal.data.lastResult }, refusal.init ?? undefined)
  } catch (error) {
    if (!(error instanceof UpstreamFailure && error.kind === 'unauthorized')) throw error
    throw await endSession(onPage)
  }
}

/** An expired session leads back to the page, and what was typed is kept for it. */
function asOfPage(context: RequestContext): RequestContext {
  return { ...context, url: new URL(paths.settings('verification'), context.url) }
}

export function loader() {
  return redirect(paths.settings('verification'))
}
