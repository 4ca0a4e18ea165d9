import {
  redirectDocument,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { pageStatus } from './failure-status.server'
import { problemText } from './failure-texts.server'
import { UpstreamFailure, mayBeDone, type FailureKind } from './failure.server'

/**
 * Turns a failure that a route does not handle into a page. A 401 ends the session and redirects to the sign-in page;
 * nothing else ends one. The browser gets the failure's kind, one sentence and the request id, and never a stack or
 * another user's data.
 */

/** The data of the error response, as an `ErrorBoundary` reads it. */
export interface FailurePage {
  kind: FailureKind
  message: string
  requestId: string
  /** What the sign-out form needs: a suspended user can still sign out. */
  formToken?: string
}

/** The response to a request whose session has ended at the upstream. */
export type SessionEnd = (context: AppLoadContext) => Promise<Response>

/** A loader or an action of a route. */
type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown

/**
 * Wraps a loader or an action, so that a failure which it does not handle becomes a page. Where a form was posted, the page of a
 * failed loader stands in place of what the action has to say, which may be that nobody knows whether it was carried out.
 */
export const withFailurePage =
  (
    handler: Handler,
    endSession: SessionEnd,
    { isLoader = false } = {},
  ): ((...args: Parameters<Handler>) => Promise<unknown>) =>
  async (args) => {
    try {
      return await handler(args)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      throw error.kind === 'unauthorized'
        ? await endSession(args.context)
        : await failurePage(error, args.context, { isUnsure: isLoader && args.context.form !== null })
    }
  }

/** The response for any other failure. */
async function failurePage(
  failure: UpstreamFailure,
  context: AppLoadContext,
  { isUnsure }: { isUnsure: boolean },
): Promise<Response> {
  if (failure.code === 'phone_unconfirmed') return toPhone(context)
  if (failure.code === 'factor_required') return redirectDocument(paths.operatorSecurity())
  const page: FailurePage = {
    kind: failure.kind,
    message: messageOf(failure, context.i18n, isUnsure || mayBeDone(failure)),
    requestId: context.requestId,
    ...(failure.kind === 'forbidden' && context.session.user && { formToken: context.session.formToken }),
  }
  const headers = failure.retryAfter === undefined ? undefined : { 'Retry-After': String(failure.retryAfter) }
  return Response.json(page, { status: pageStatus(failure), headers })
}

/** One sentence, and another where the call may have been carried out all the same. */
function messageOf(failure: UpstreamFailure, i18n: I18n, isUnsure: boolean): string {
  const text = problemText(failure, i18n)
  return isUnsure ? `${text}. ${i18n.t('refusals:maybeDone')}` : text
}

/**
 * The phone was changed on another device and its new number is not confirmed. The session is updated too, because the
 * page for the code would otherwise redirect back here forever. That page has no scripts, so a hydrated page is left by a
 * document navigation.
 */
async function toPhone({ session }: AppLoadContext): Promise<Response> {
  if (session.user) await session.updateUser({ ...session.user, phoneConfirmed: false })
  return redirectDocument(paths.phone())
}
