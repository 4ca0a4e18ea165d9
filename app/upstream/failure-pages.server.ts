import {
  redirectDocument,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node'
import { paths } from '~/paths'
import { pageStatus } from './failure-status.server'
import { problemText } from './failure-texts.server'
import { UpstreamFailure, type FailureKind } from './failure.server'

/**
 * The one place where a failure that no route has words for becomes a page. A 401 ends the session and leads to
 * signing in; nothing else ever ends one. The browser gets the kind, one sentence and the request id to quote,
 * never a stack and never another user's data.
 */

/** The data of the error response, as an `ErrorBoundary` reads it. */
export interface FailurePage {
  kind: FailureKind
  message: string
  requestId: string
  /** Whoever is shut out can still sign out: what the form of it needs. */
  formToken?: string
}

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown

/** The answer to a request whose session the upstream does not know any more. */
export type SessionEnd = (context: AppLoadContext) => Promise<Response>

/** The server build with every loader and action of it guarded. Done once, at start. */
export function withFailurePages(build: ServerBuild, endSession: SessionEnd): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue
    const { loader, action } = route.module
    routes[id] = {
      ...route,
      module: {
        ...route.module,
        ...(loader && { loader: guarded(loader, endSession) as typeof loader }),
        ...(action && { action: guarded(action, endSession) as typeof action }),
      },
    }
  }
  return { ...build, routes }
}

function guarded(handler: Handler, endSession: SessionEnd): Handler {
  return async (args) => {
    try {
      return await handler(args)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      throw error.kind === 'unauthorized'
        ? await endSession(args.context)
        : await failurePage(error, args.context)
    }
  }
}

/** The answer that any other failure amounts to. */
async function failurePage(failure: UpstreamFailure, context: AppLoadContext): Promise<Response> {
  if (failure.code === 'phone_unconfirmed') return toPhone(context)
  const page: FailurePage = {
    kind: failure.kind,
    message: problemText(failure, context.i18n),
    requestId: context.requestId,
    ...(failure.kind === 'forbidden' && context.session.user && { formToken: context.session.formToken }),
  }
  const headers = failure.retryAfter === undefined ? undefined : { 'Retry-After': String(failure.retryAfter) }
  return Response.json(page, { status: pageStatus(failure), headers })
}

/**
 * The phone was changed elsewhere and its new number is not confirmed. The session must say so too, or the page of the
 * code would send its reader back here for ever. That page has no scripts, so a hydrated one is left for a document.
 */
async function toPhone({ session }: AppLoadContext): Promise<Response> {
  if (session.user) await session.updateUser({ ...session.user, phoneConfirmed: false })
  return redirectDocument(paths.phone())
}
