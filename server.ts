import { fileURLToPath } from 'node:url'
import * as build from '@remix-run/dev/server-build'
import { broadcastDevReady } from '@remix-run/node'
import { backendEnv, readEnv } from '~/env.server'
import { startBackendProcess } from '~/server/lifecycle/backend-process.server'
import { printBanner } from '~/server/lifecycle/banner.server'
import { handleShutdownSignals, exitOnStartupError } from '~/server/lifecycle/process-signals.server'
import { serveMetrics } from '~/telemetry/serve-metrics.server'
import { listen } from '~/server/http-server.server'
import { createLog } from '~/server/middleware/request-log.server'
import { reportUpstream } from '~/server/lifecycle/report-upstream.server'
import { endWithSupervisor, reportReady } from '~/server/lifecycle/supervised-process.server'
import { createApp } from '~/server/create-app.server'
import { createServices } from '~/server/services.server'

const env = readEnv()
const log = createLog(env)
endWithSupervisor(log)
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The upstream: a company's own, or the backend of this repository as a process beside this one.
const backend = env.upstreamUrl
  ? null
  : await exitOnStartupError(
      startBackendProcess({ entry: beside('./backend.js'), env: backendEnv(env), log }),
    )
const upstreamUrl = env.upstreamUrl ?? backend!.url // one of the two is there

const services = await exitOnStartupError(createServices({ env, log, upstreamUrl }))
const { server, drain } = await createApp({
  ...{ build, services, publicDir: beside('../public') },
  ownBackend: backend?.url ?? null,
})
await exitOnStartupError(serveMetrics(services.metrics, env.metrics))
const port = await exitOnStartupError(listen(server, env.port, env.host))
handleShutdownSignals(
  server,
  drain,
  { first: [() => services.relay.close()], last: [services.closeUpstream, stopBackend, services.closeRedis] },
  log,
  env.shutdownDelayMs,
)
printBanner(env, port)
reportUpstream({ upstream: services.upstream, hasSocket: services.hasSocket, log })
reportReady()
if (env.mode === 'development') void broadcastDevReady(build)

async function stopBackend(): Promise<void> {
  await backend?.stop()
}
