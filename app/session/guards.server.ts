import { redirect, redirectDocument } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { paths } from '~/paths'
import { type Upstream } from '~/upstream/types'
import { type OperatorCall, operatorPermissions } from './operator-permissions.server'
import { safeRedirectTo } from './redirect-to.server'
import { type SessionUser } from './vault.server'

/**
 * Who may see a page. A guard returns the user whom it allows, so that no page can forget it, and throws a redirect for
 * everyone else. The sign-in pages have no scripts, so a redirect to them leaves the document of a hydrated page.
 */

/** A signed-in user, and the upstream that answers to them. */
export interface AuthenticatedUser extends SessionUser {
  upstream: Upstream
}

/**
 * For the cabinet. A visitor signs in first and comes back; an unconfirmed phone is confirmed first; an operator has
 * other pages and no money here.
 */
export async function requireInvestor(context: RequestContext): Promise<AuthenticatedUser> {
  const user = await requireSignedIn(context)
  if (user.role === 'operator') throw redirectDocument(paths.operator())
  if (!user.phoneConfirmed) throw redirectDocument(paths.phone())
  return user
}

/**
 * For the operator's part, which is not there for anyone else. An operator whose session has ended, as the session, the
 * form or the browser's last sign-in tells, signs in again and comes back: what was sent may have been carried out.
 * @param calls what the page is made of: for a role that may not make one of them the page is not there either
 */
export async function requireOperator(
  context: RequestContext,
  ...calls: OperatorCall[]
): Promise<AuthenticatedUser> {
  const { user, endedUser } = context.session
  if (user?.role === 'operator') {
    await requirePermission(context, calls)
    return { ...user, upstream: context.upstream }
  }
  const sent = user ? null : await keyOfForm(context)
  const operatorId = endedUser?.role === 'operator' ? endedUser.id : isOfOperator(sent) ? sent.userId : null
  const isOperators = operatorId !== null || (await context.device.isOperators())
  if (user || !isOperators) throw new Response(null, { status: 404 })
  throw toSignIn(context, await keepTyped(context, operatorId))
}

/**
 * For files whose looks are recorded. Only an operator looks: a browser that fetches one before it is asked for gets none.
 * @throws Response 503, which a browser does not keep
 */
export function refusePrefetch({ isPrefetch }: RequestContext): void {
  if (isPrefetch) throw new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}

async function requirePermission({ upstream }: RequestContext, calls: OperatorCall[]): Promise<void> {
  if (calls.length === 0) return
  const { may } = await operatorPermissions(upstream)
  if (!calls.every(may)) throw new Response(null, { status: 404 })
}

type IssuedKey = Awaited<ReturnType<RequestContext['idempotencyKeys']['issuedTo']>>

/** Whom the key of the posted form was issued to. */
async function keyOfForm({ form, idempotencyKeys }: RequestContext): Promise<IssuedKey> {
  const sealed = form?.get('submission')
  return typeof sealed === 'string' ? idempotencyKeys.issuedTo(sealed) : null
}

const isOfOperator = (key: IssuedKey): key is NonNullable<IssuedKey> =>
  key !== null && key.form.startsWith('operator.')

/**
 * For pages that are open before the phone is confirmed. The typed values are kept if their account is known: from the
 * expired session or, after a sign-out in another tab, from the form's idempotency key.
 */
export async function requireSignedIn(context: RequestContext): Promise<AuthenticatedUser> {
  const { user, endedUser } = context.session
  if (user) return { ...user, upstream: context.upstream }
  const userId = endedUser?.id ?? (await keyOfForm(context))?.userId ?? null
  throw toSignIn(context, await keepTyped(context, userId))
}

/** For the pages of signing in: a signed-in user continues to where they wanted to go. */
export function requireVisitor(context: RequestContext): void {
  const { user } = context.session
  if (user) throw redirect(afterSignIn(context, user))
}

/**
 * Where a user goes after signing in: to confirm the phone, where they came from, or the cabinet; an operator to the
 * operator's part.
 */
export function afterSignIn(
  { url }: RequestContext,
  { role, phoneConfirmed }: Pick<SessionUser, 'role' | 'phoneConfirmed'>,
): string {
  const cameFrom = safeRedirectTo(url.searchParams.get('redirectTo'), '')
  if (role === 'operator') return isOperatorPath(cameFrom) ? cameFrom : paths.operator()
  return phoneConfirmed ? cameFrom || paths.cabinet() : paths.phone()
}

const isOperatorPath = (path: string) => path.startsWith(`${paths.operator()}/`)

/** The upstream does not know the bearer any more: the session ends here too, and the typed values are kept. */
export async function endSession(context: RequestContext): Promise<Response> {
  const { session, url } = context
  const typed = await keepTyped(context, session.user?.id ?? null)
  session.giveUp()
  return redirectDocument(paths.login({ redirectTo: url.pathname + url.search, ended: 1, ...typed }))
}

/** @returns what the page of sign-in is told of it */
async function keepTyped(
  { keptForm, form, url }: RequestContext,
  userId: string | null,
): Promise<{ tooLong?: 1 }> {
  const isKept = !form || userId === null || (await keptForm.keep(userId, url.pathname, form))
  return isKept ? {} : { tooLong: 1 }
}

/**
 * Redirects to the sign-in and back here, with a message if the session has expired.
 * @param typed whether the form was too long to be kept
 */
export function toSignIn({ url, session }: RequestContext, typed: { tooLong?: 1 } = {}): Response {
  const ended = session.endedUser ? 1 : undefined
  return redirectDocument(paths.login({ redirectTo: url.pathname + url.search, ended, ...typed }))
}
