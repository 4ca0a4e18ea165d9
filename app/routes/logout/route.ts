import { type ActionFunctionArgs, redirectDocument } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { paths } from '~/paths'
import { extensionsOf } from '~/upstream/settings.server'

/** Signs out. Only a form can: a link or an image on another site can't. */
export function action({ context }: ActionFunctionArgs) {
  // Not awaited: signing out works here even if the upstream fails.
  void endBearer(context).catch((error: unknown) => {
    context.log.warn({ error: String(error) }, 'a bearer could not be ended')
  })
  context.session.signOut()
  context.lateAnswers.drop()
  context.flash.set('signedOut')
  return redirectDocument(paths.login(), { status: 303, headers: { 'Clear-Site-Data': clearSiteData } })
}

/**
 * Clears what this site has left in the browser: cached answers and pages, and what scripts have stored. Cookies
 * stay: the session's is cleared separately, and language and hidden amounts belong to the device.
 */
const clearSiteData = '"cache", "storage"'

/** Ends the bearer if the upstream can. One that can't, or is slow, does not delay the sign-out. */
async function endBearer({ session, upstream }: RequestContext): Promise<void> {
  const soon = { soon: true }
  if (!session.user || !(await extensionsOf(upstream, soon)).has('sessions')) return
  const { items } = await upstream.sessions.list({}, soon)
  const own = items.find(({ current }) => current)
  if (own) await upstream.sessions.end({ id: own.id }, soon)
}

export function loader(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
