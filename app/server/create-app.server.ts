import { type RouteHandler, wrapHandlers } from '~/framework/build-parts.server'
import { type Server } from 'node:http'
import { type ServerBuild } from '@remix-run/node'
import express from 'express'
import { contextOfRequest, createContext } from './context.server'
import { readForm } from './middleware/body.server'
import { countRequests } from './middleware/count-requests.server'
import { checkContentType, checkMethod, checkQuery } from './middleware/request-checks.server'
import { refuseForeignForms, requireFormToken } from '~/session/cross-site.server'
import { serveFiles } from './middleware/files.server'
import { refuseFormOfAnotherAccount } from '~/forms/form-account.server'
import { takesFiles } from '~/session/form-addresses.server'
import { answerHealth } from './middleware/health.server'
import { checkHost } from './host.server'
import { createHttpServer } from './http-server.server'
import { keepNamedLanguage } from './middleware/named-language.server'
import { leadToNewAddress } from './middleware/new-address.server'
import { noStore } from './middleware/no-store.server'
import { createPageCache } from './page-cache/page-cache.server'
import { createPageRenderer } from './page-cache/page-renderer.server'
import { passPaymentHooks } from './middleware/payment-hooks.server'
import { trustProxies } from './middleware/proxies.server'
import { publicPages } from './page-cache/public-pages.server'
import { refusalPages } from './middleware/refusal-page.server'
import { routeNames } from '~/framework/route-names.server'
import { remix } from '~/framework/remix.server'
import { createRenderLimits, limitRenders } from './middleware/render-limits.server'
import { logRequests, requestIdHeader } from './middleware/request-log.server'
import { headersOfCachedPages, securityHeaders } from './middleware/security-headers.server'
import { openSessions, sessionOf } from '~/session/sessions.server'
import { traceRequests } from './middleware/trace-requests.server'
import { createDrain, type Drain } from './lifecycle/shutdown.server'
import { endSession } from '~/session/guards.server'
import { stylesheetOf } from '~/framework/stylesheet.server'
import { withFailurePage } from '~/upstream/failure-pages.server'
import { type AppServices } from './services.server'

/** The app as a server that does not listen yet. */
export interface App {
  server: Server
  /** Shuts it down without cutting a request off. */
  drain: Drain
}

export interface AppOptions {
  /** The routes and what browsers load for them, as the framework's compiler makes it. */
  build: ServerBuild
  services: AppServices
  /** The folder of files that are served as they are. */
  publicDir: string
  /** The backend that this process has started; null: the upstream is another's. */
  ownBackend?: string | null
}

/** Puts guards, pages and files together on the services. */
export async function createApp({ build, services, publicDir, ownBackend = null }: AppOptions): Promise<App> {
  const { env, log, i18n, upstream, vault, visitors, ended, isSecure, isOwnHost, relay, metrics, tracing } =
    services
  const publicOrigin = env.publicUrl.origin
  const bindContext = createContext(services)
  const loader = (handler: RouteHandler) => withFailurePage(handler, endSession, { isLoader: true })
  const action =
    (handler: RouteHandler): RouteHandler =>
    (args) => {
      refuseFormOfAnotherAccount(args.context)
      return args.context.lateAnswers.inTime(args.context, () => withFailurePage(handler, endSession)(args))
    }
  const application = {
    build: wrapHandlers(build, { loader, action }),
    mode: env.mode,
  }
  const renderLimits = createRenderLimits(env.rateLimitFactor)
  const pages = createPageCache({
    addressOf: env.mode === 'production' ? publicPages(build.routes) : () => null,
    render: createPageRenderer({ ...application, bindContext, publicOrigin }),
    isOwnHost,
    roleOf: (req) => sessionOf(req).session.user?.role ?? null,
    security: headersOfCachedPages(env),
    onExpire: upstream.forget,
    renderLimits,
    log,
  })
  const refuse = refusalPages(i18n, log, services.isDemo, stylesheetOf([], env.mode))

  // The application: what browsers send passes the guards from top to bottom.
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', true)
  app.use(
    noStore,
    checkContentType(takesFiles),
    refuseForeignForms(publicOrigin),
    readForm,
    openSessions({ vault, visitors, ended, isSecure, now: services.now }),
    requireFormToken(publicOrigin, async (session, sealed) => {
      const issued = await services.idempotencyKeys.for(session).issuedTo(sealed)
      return issued !== null && issued.userId === session.user?.id
    }),
    leadToNewAddress(services.now),
    limitRenders(renderLimits),
    pages.expireAfterChanges,
    remix({ ...application, contextOf: contextOfRequest(bindContext) }),
    refuse,
  )

  // In front of the application: what needs none of it, and what it must not see.
  const drain = createDrain()
  const server = createHttpServer(
    [
      logRequests(log),
      ...(metrics ? [countRequests(await routeNames(build), metrics.onRequest)] : []),
      trustProxies(services.readForwarded),
      ...(tracing ? [traceRequests(await routeNames(build), tracing)] : []),
      drain.track,
      keepNamedLanguage(isSecure),
      pages.answer,
      requestIdHeader,
      securityHeaders(env),
      checkMethod,
      answerHealth({ isDraining: drain.isDraining, askUpstream: upstream.reach }),
      checkHost(env.allowedHosts),
      passPaymentHooks(ownBackend),
      checkQuery,
      await serveFiles(publicDir),
    ],
    app,
    refuse,
  )
  server.on('upgrade', relay.upgrade)
  return { server, drain }
}
