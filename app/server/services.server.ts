import { type IncomingMessage } from 'node:http'
import { type Logger } from 'pino'
import { type Services } from './context.server'
import { type Env } from '~/env.server'
import { type AppMetrics, createAppMetrics } from './metrics.server'
import { isDemonstration } from '~/upstream/demo.server'
import { hostCookieName } from '~/session/cookies.server'
import { ownHosts } from './host.server'
import { createLateAnswers } from '~/forms/late-answers.server'
import { createLimits } from '~/session/limits.server'
import { forwardedBy } from './middleware/proxies.server'
import { connectRedis } from '~/redis/connect.server'
import { createServerI18n } from '~/locale/texts.server'
import { createHandshakeAuthorizer } from '~/notifications/server/authorize-handshake.server'
import { createRelay, type Relay } from '~/notifications/server/relay.server'
import { createEndedSessions, type EndedSessions } from '~/session/ended-sessions.server'
import { createSealer } from '~/session/seal.server'
import { newRequestId } from '~/session/request-info.server'
import { sessionSecrets } from '~/session/secrets.server'
import { shareEndedSessions } from '~/session/shared-ended-sessions.server'
import { absoluteMs, createVault, type Vault } from '~/session/vault.server'
import { createSharedAnswers } from '~/redis/shared-answers.server'
import { createSignals } from '~/redis/signals.server'
import { createMemoryStore } from '~/money-forms/memory-store.server'
import { createRedisStore } from '~/money-forms/redis-store.server'
import { createIdempotencyKeys } from '~/money-forms/idempotency-keys.server'
import { createDeviationCounts } from '~/upstream/reader/deviations.server'
import { createNotificationSockets, hasNotificationSocket } from '~/upstream/notification-socket.server'
import { type Tracing, startTracing } from '~/telemetry/tracing.server'
import { type Dialect, plainDialect } from '~/upstream/dialect/dialect.server'
import { createUpstreamPool } from '~/upstream/pool.server'

/** The services of the process: the connections to everything outside the app, and what all requests share. */
export interface AppServices extends Services {
  vault: Vault
  visitors: Vault
  ended: EndedSessions
  relay: Relay
  /** What counts the app's work; null where its numbers are served nowhere. */
  metrics: AppMetrics | null
  tracing: Tracing | null
  /** Cookies carry `Secure`, and the name prefix that goes with it. */
  isSecure: boolean
  isOwnHost: (host: string | undefined) => boolean
  /** Finds out who really sends a request that came through a proxy. */
  readForwarded: (req: IncomingMessage) => void
  /** Whether the upstream is a demonstration, queried on behalf of one request. */
  isDemo: (requestId: string) => Promise<boolean>
  /** Whether the upstream has a socket, queried again. */
  hasSocket: () => Promise<boolean>
  /** Closes the connections to the upstream, and sends the last traces. */
  closeUpstream: () => Promise<void>
  closeRedis: () => Promise<void>
}

export interface ServicesOptions {
  env: Env
  log: Logger
  /** Base of the upstream without `/api`. */
  upstreamUrl: string
  /** This process's clock, in milliseconds since the epoch. */
  now?: () => number
}

/**
 * Makes the services for a configuration.
 * @throws DialectError where the dialect of the upstream has mistakes
 * @throws where the secrets of `DATA_DIR` can't be read or made
 */
export async function createServices({
  env,
  log,
  upstreamUrl,
  now = Date.now,
}: ServicesOptions): Promise<AppServices> {
  const isSecure = env.publicUrl.protocol === 'https:'
  const dialect = env.upstreamDialect ? await dialectIn(env.upstreamDialect) : plainDialect
  const deviations = createDeviationCounts(log)
  const tracing = env.tracesEndpoint === null ? null : await startTracing('app', env.tracesEndpoint)
  const metrics = env.metrics && (await createAppMetrics())
  const upstream = createUpstreamPool({
    url: upstreamUrl,
    timeouts: env.timeouts,
    timeZone: env.upstreamTimeZone,
    dayZone: env.timeZone,
    dialect,
    deviations,
    onCall: metrics?.onCall,
    tracing,
    log,
    now,
  })
  const i18n = createServerI18n(env.timeZone)
  const sealer = createSealer(await sessionSecrets(env))
  const redis = env.redisUrl ? await connectRedis(env.redisUrl, log) : null
  const signals = createSignals(redis)
  const visitors = createVault(sealer, hostCookieName('visitor', isSecure), now)
  const { vault, ended } = shareEndedSessions({
    vault: createVault(sealer, hostCookieName('sid', isSecure), now),
    ended: createEndedSessions(absoluteMs, now),
    redis,
    signals,
    log,
  })
  const store = redis ? createRedisStore(redis) : createMemoryStore(now)
  const idempotencyKeys = createIdempotencyKeys({
    ...{ sealer, store, log, now },
    onOutcome: metrics?.onSubmission,
  })
  const lateAnswers = createLateAnswers({
    ...{ sealer, cookieName: hostCookieName('late', isSecure), now },
    shared: redis && createSharedAnswers(redis),
  })
  const limits = createLimits({ factor: env.rateLimitFactor, redis })
  const isOwnHost = ownHosts(env.allowedHosts)
  const readForwarded = forwardedBy(env.trustedProxies, log)
  const relay = createRelay({
    authorize: createHandshakeAuthorizer({
      vault,
      ended,
      publicOrigin: env.publicUrl.origin,
      isOwnHost,
      limits,
    }),
    open: createNotificationSockets({
      url: upstreamUrl,
      connectMs: env.timeouts.connectMs,
      timeZone: env.upstreamTimeZone,
      dialect,
      async read({ token, language }, report) {
        const requestId = newRequestId()
        const { notification } = upstream.for({ token, language, requestId, address: null })
        return (await notification.read(report)).unread
      },
      onDeviations: deviations.note,
      log,
    }),
    ended,
    signals,
    log,
    readForwarded,
    factor: env.rateLimitFactor,
  })
  metrics?.watch({
    relay,
    connections: upstream.connections,
    deviations: deviations.all,
    unsettled: () => idempotencyKeys.unsettled(),
  })
  return {
    ...{
      env,
      log,
      now,
      metrics,
      tracing,
      i18n,
      sealer,
      upstream,
      idempotencyKeys,
      lateAnswers,
      limits,
      tabs: relay,
    },
    ...{ vault, visitors, ended, relay, isSecure, isOwnHost, readForwarded },
    isDemo: (requestId) =>
      isDemonstration({
        env,
        upstream: upstream.for({ token: null, language: 'en', requestId, address: null }),
      }),
    hasSocket: () => hasNotificationSocket({ url: upstreamUrl, connectMs: env.timeouts.connectMs, dialect }),
    async closeUpstream() {
      await upstream.close()
      await tracing?.close()
    },
    closeRedis: () => Promise.resolve(redis?.destroy()),
  }
}

/** The reader of dialects is loaded only where there is one: its parser would take part of every start. */
async function dialectIn(path: string): Promise<Dialect> {
  const { readDialect } = await import('~/upstream/dialect/read-dialect.server')
  return readDialect(path)
}
