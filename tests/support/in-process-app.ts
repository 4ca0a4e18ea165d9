import { once } from 'node:events'
import { type ServerBuild } from '@remix-run/node'
import { parseEnv } from '~/env.server'
import { listen } from '~/server/http-server.server'
import { createLog } from '~/server/middleware/request-log.server'
import { createApp } from '~/server/create-app.server'
import { createServices } from '~/server/services.server'
import { type TestUpstream, type UpstreamOptions, openUpstream } from '../contract/upstream'
import { freePort } from './program'
import { loadServerBuild } from './server-build'
import { testSecret } from './stack'
import { type Jar, openJar } from './visitor'
import { type Before } from './watched'

/**
 * The app in the test's own process, on the real backend with a database of its own: without a build or a
 * browser, and the test sees every exception and can measure. Both are reached over loopback, as in a
 * deployment.
 */
export interface InProcessApp extends RunningApp {
  upstream: TestUpstream
}

/** The app only, on an upstream that the test has started. */
export interface RunningApp extends Client {
  /** The URL of the app, for other kinds of clients. */
  url: string
  build: ServerBuild
  /** A client with cookies of its own. */
  open(): Client
  /** A client who has signed in by the sign-in form. */
  signedIn(login: string, password: string): Promise<Client>
  /** The app's log so far, one line of JSON each. */
  log(): string
  stop(): Promise<void>
}

/**
 * A client with a cookie jar. Requests look as if they come from the app's own pages; redirects are not
 * followed.
 */
export interface Client {
  fetch(path: string, init?: RequestInit): Promise<Response>
  cookies: Jar
}

export interface RunningAppOptions {
  /** Multiplies the rate limits of the app; by default so high that no test reaches one. */
  limitFactor?: number
  /** Environment variables of the app in addition to the harness's own. */
  env?: Record<string, string>
  /** The folder of static files. */
  publicDir?: string
  /** The clock of the app, in milliseconds since the epoch. */
  now?: () => number
  /** Started between the browser and the app; the app's URL is then its URL. */
  front?: Before
}

export interface InProcessAppOptions extends UpstreamOptions, RunningAppOptions {
  /** Started between the app and the backend. */
  between?: Before
}

/** Starts the app on a backend with a database of its own. */
export async function startApp({
  env,
  limitFactor = 1_000_000,
  publicDir,
  between,
  front,
  now,
  ...upstreamOptions
}: InProcessAppOptions = {}): Promise<InProcessApp> {
  const upstream = await openUpstream('embedded', { ...upstreamOptions, limitFactor })
  const onward = await between?.(upstream.url)
  const app = await startAppOn(onward?.url ?? upstream.url, {
    ...{ env, limitFactor, publicDir, front, now },
  })
  return {
    ...app,
    upstream,
    async stop() {
      await app.stop()
      await onward?.close()
      await upstream.close()
    },
  }
}

/** Starts the app on a running upstream. @param upstreamUrl without `/api` */
export async function startAppOn(
  upstreamUrl: string,
  { env: given = {}, limitFactor = 1_000_000, publicDir = 'public', front, now }: RunningAppOptions = {},
): Promise<RunningApp> {
  const [build, port] = await Promise.all([loadServerBuild(), freePort()])
  const ownUrl = `http://localhost:${port}`
  const before = await front?.(ownUrl)
  const url = before?.url ?? ownUrl
  const env = parseEnv({
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    UPSTREAM_URL: upstreamUrl,
    SESSION_SECRETS: testSecret,
    RATE_LIMIT_FACTOR: String(limitFactor),
    DEMO: '1',
    LOG_LEVEL: 'warn',
    ...given,
  })
  const lines: string[] = []
  const log = createLog(env, { write: (line: string) => void lines.push(line) })
  const services = await createServices({ env, log, upstreamUrl, now })
  const { server } = await createApp({ build, services, publicDir })
  await listen(server, port, env.host)

  const open = () => openClient(url)
  return {
    ...open(),
    url,
    build,
    open,
    async signedIn(login, password) {
      const client = open()
      const answer = await client.fetch('/login', {
        method: 'POST',
        body: new URLSearchParams({ login, password }),
      })
      if (answer.status !== 303) throw new Error(`could not sign in: ${answer.status}`)
      return client
    },
    log: () => lines.join(''),
    async stop() {
      await before?.close()
      await services.relay.close()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await services.closeUpstream()
      await services.closeRedis()
    },
  }
}

function openClient(base: string): Client {
  const cookies = openJar(base)
  return {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
      const held = cookies.header()
      if (held && !headers.has('cookie')) headers.set('cookie', held)
      const answer = await fetch(new URL(path, base), { redirect: 'manual', ...init, headers })
      for (const line of answer.headers.getSetCookie()) cookies.keep(line)
      return answer
    },
  }
}
