import { fileURLToPath } from 'node:url'
import * as build from '@remix-run/dev/server-build'
import { broadcastDevReady } from '@remix-run/node'
import express from 'express'
import { contextOfRequest, createContext } from '~/context.server'
import { backendEnv, readEnv } from '~/env.server'
import { isDemonstration } from '~/frame/demo.server'
import { startBackendProcess } from '~/http/backend-process.server'
import { readForm } from '~/http/body.server'
import { checkContentType } from '~/http/content-type.server'
import { hostCookieName } from '~/http/cookies.server'
import { refuseForeignForms, requireFormToken } from '~/http/cross-site.server'
import { serveFiles } from '~/http/files.server'
import { takesFiles } from '~/http/form-addresses.server'
import { greet } from '~/http/greeting.server'
import { answerHealth, probe } from '~/http/health.server'
import { checkHost, ownHosts } from '~/http/host.server'
import { endOnSignals, orExplain } from '~/http/life.server'
import { createLimits } from '~/http/limits.server'
import { createFront, listen } from '~/http/listen.server'
import { checkMethod } from '~/http/methods.server'
import { keepNothing } from '~/http/no-store.server'
import { createPageCache } from '~/http/page-cache.server'
import { createPageRenderer } from '~/http/page-renderer.server'
import { forwardedBy, trustProxies } from '~/http/proxies.server'
import { publicPages } from '~/http/public-pages.server'
import { connectRedis } from '~/http/redis.server'
import { refusalPages } from '~/http/refusal-page.server'
import { remix } from '~/http/remix.server'
import { createLog, logRequests, sayRequestId } from '~/http/request-log.server'
import { headersOfKeptPages, securityHeaders } from '~/http/security-headers.server'
import { openSessions } from '~/http/sessions.server'
import { createDrain } from '~/http/shutdown.server'
import { createServerI18n } from '~/i18n/texts.server'
import { createDoor } from '~/notifications/door.server'
import { createRelay } from '~/notifications/relay.server'
import { endSession } from '~/session/guards.server'
import { createEndedSessions } from '~/session/ended-sessions.server'
import { createSealer } from '~/session/seal.server'
import { sessionSecrets } from '~/session/secrets.server'
import { shareEndedSessions } from '~/session/shared-ended-sessions.server'
import { absoluteMs, createVault } from '~/session/vault.server'
import { createSignals } from '~/stores/signals.server'
import { stylesheetOf } from '~/stylesheet.server'
import { createMemoryStore } from '~/submissions/memory-store.server'
import { createRedisStore } from '~/submissions/redis-store.server'
import { createSubmissions } from '~/submissions/submissions.server'
import { withFailurePages } from '~/upstream/failure-pages.server'
import { createNoticeSockets } from '~/upstream/notices.server'
import { createUpstreamPool } from '~/upstream/pool.server'

const env = readEnv()
const log = createLog(env)
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const publicOrigin = env.publicUrl.origin
const isSecure = env.publicUrl.protocol === 'https:'

// The upstream: a company's own, or the backend of this repository as a process beside this one.
const backend = env.upstreamUrl
  ? null
  : await orExplain(startBackendProcess({ entry: beside('./backend.js'), env: backendEnv(env), log }))
const upstreamUrl = env.upstreamUrl ?? backend!.url // one of the two is there
const upstream = createUpstreamPool({
  url: upstreamUrl,
  timeouts: env.timeouts,
  log,
})

// What the requests share.
const i18n = createServerI18n(env.timeZone)
const sealer = createSealer(await orExplain(sessionSecrets(env)))
const redis = env.redisUrl ? await connectRedis(env.redisUrl, log) : null
const signals = createSignals(redis)
const visitors = createVault(sealer, hostCookieName('visitor', isSecure), Date.now)
const { vault, ended } = shareEndedSessions({
  vault: createVault(sealer, hostCookieName('sid', isSecure), Date.now),
  ended: createEndedSessions(absoluteMs, Date.now),
  redis,
  signals,
  log,
})
const store = redis ? createRedisStore(redis) : createMemoryStore()
const submissions = createSubmissions({ sealer, store, log })
const limits = createLimits({ factor: env.rateLimitFactor, redis })
const isDemo = (requestId: string) =>
  isDemonstration({ env, upstream: upstream.for({ token: null, language: 'en', requestId, address: null }) })
const isOwnHost = ownHosts(env.allowedHosts)
const relay = createRelay({
  door: createDoor({ vault, ended, publicOrigin, isOwnHost, limits }),
  open: createNoticeSockets({ url: upstreamUrl, connectMs: env.timeouts.connectMs, log }),
  ended,
  signals,
  log,
  readForwarded: forwardedBy(env.trustedProxies),
  factor: env.rateLimitFactor,
})
const bindContext = createContext({ env, log, i18n, sealer, upstream, submissions, limits, tabs: relay })
const application = { build: withFailurePages(build, endSession), mode: env.mode }
const pages = createPageCache({
  addressOf: env.mode === 'production' ? publicPages(build.routes) : () => null,
  render: createPageRenderer({ ...application, bindContext, publicOrigin }),
  isOwnHost,
  security: headersOfKeptPages(env),
  onExpire: upstream.forget,
  log,
})

const refuse = refusalPages(i18n, log, isDemo, stylesheetOf([], env.mode))

// The application: what browsers send passes the guards from top to bottom.
const app = express().disable('x-powered-by').disable('etag').set('trust proxy', true)
app.use(
  keepNothing,
  checkContentType(takesFiles),
  refuseForeignForms(publicOrigin),
  readForm,
  openSessions({ vault, visitors, ended, isSecure, now: Date.now }),
  requireFormToken(publicOrigin),
  pages.expireAfterChanges,
  remix({ ...application, contextOf: contextOfRequest(bindContext) }),
  refuse,
)

// The front: what needs no application, and what no application may see.
const drain = createDrain()
const server = createFront(
  [
    logRequests(log),
    trustProxies(env.trustedProxies),
    drain.track,
    pages.answer,
    sayRequestId,
    securityHeaders(env),
    checkMethod,
    answerHealth({ isDraining: drain.isDraining, askUpstream: () => probe(upstream) }),
    checkHost(env.allowedHosts),
    await serveFiles(beside('../public')),
  ],
  app,
  refuse,
)

server.on('upgrade', relay.upgrade)
const port = await orExplain(listen(server, env.port, env.host))
endOnSignals(
  server,
  drain,
  { first: [() => relay.close()], last: [() => upstream.close(), stopBackend, closeRedis] },
  log,
)
greet(env, port)
if (env.mode === 'development') void broadcastDevReady(build)

async function stopBackend(): Promise<void> {
  await backend?.stop()
}

function closeRedis(): Promise<void> {
  redis?.destroy()
  return Promise.resolve()
}
