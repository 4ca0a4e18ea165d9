import { heapFlags } from '../app/server/lifecycle/heap-flags.server'
import { freePort, runProgram, untilReady } from '../tests/support/program'
import { testSecret } from '../tests/support/stack'
import { signedIn } from '../tests/support/visitor'
import { type Subject, startYardstick } from './children'

/** A call of the upstream, as a page makes it. */
export interface Call {
  path: string
  headers: Record<string, string>
}

/** Pages of a signed-in investor, on an app over an upstream that takes a given time and no processor. */
export interface Cabinet<Path extends string> {
  app: Subject
  upstreamUrl: string
  headers: Record<string, string>
  /** What each page is, and what it asks of the upstream. */
  html: Record<Path, string>
  calls: Record<Path, Call[]>
  /** Starts another app over the same upstream, whose sessions are those of the first. */
  startAnother(): Promise<Subject>
  stop(): Promise<void>
}

interface CabinetOptions {
  /** An extension that the upstream does not announce. */
  lacks?: string
  /** Who signs in; the demonstration's investor if it is not given. */
  who?: { login: string; password: string }
  /** Where the apps keep what they share; in memory if it is not given. */
  redisUrl?: string
}

/**
 * Starts the built app over an upstream that repeats the backend's answers after `delayMs`, signs in and reads the pages.
 * @throws when a page is not the investor's, or asks nothing
 */
export async function openCabinet<Path extends string>(
  backend: string,
  delayMs: number,
  paths: readonly Path[],
  { lacks, who = { login: 'investor', password: 'Demo-investor-1' }, redisUrl }: CabinetOptions = {},
): Promise<Cabinet<Path>> {
  const upstream = await startYardstick('slow-upstream', { backend, delayMs, lacks })
  const upstreamUrl = `http://127.0.0.1:${upstream.port}`
  const app = await startAppOver(upstreamUrl, redisUrl)
  const apps = [app]
  const startAnother = async () => {
    const another = await startAppOver(upstreamUrl, redisUrl)
    apps.push(another)
    return another
  }
  const stop = async () => {
    for (const one of apps) await one.stop()
    await upstream.stop()
  }
  try {
    const visitor = await signedIn(app.url, who)
    const headers = { cookie: visitor.cookie() }
    const html = {} as Record<Path, string>
    const calls = {} as Record<Path, Call[]>
    for (const path of paths) {
      // From here on the upstream knows the answers.
      await (await fetch(app.url + path, { headers })).text()
      await upstream.ask('what has been asked so far is not of this page alone')
      const page = await fetch(app.url + path, { headers })
      html[path] = await page.text()
      calls[path] = (await upstream.ask<{ requests: Call[] }>('what does the page ask?')).requests
      if (page.url !== app.url + path || calls[path].length === 0)
        throw new Error(`no page of an investor: ${page.url}`)
    }
    return { app, upstreamUrl, headers, html, calls, startAnother, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startAppOver(upstreamUrl: string, redisUrl = ''): Promise<Subject & { url: string }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = runProgram('build/index.js', {
    PORT: String(port),
    UPSTREAM_URL: upstreamUrl,
    SESSION_SECRETS: testSecret,
    REDIS_URL: redisUrl,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    // As the supervisor starts it.
    NODE_OPTIONS: heapFlags([]).join(' '),
  })
  await untilReady(program, `${url}/readyz`)
  return { pid: program.pid, port, url, stop: () => program.stop() }
}
