/**
 * Shared by the files of one test run and held by its main process: database servers, a demonstration to
 * copy, the built product, and the data of its first start. Each is created when a test file first asks for
 * it, so a run without need of it pays nothing. Files run in processes of their own and ask over a Unix
 * socket (`ask-run.ts`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { socketVariable } from './ask-run'
import { type SharedServer, type TestServer, startSharedServer, temporaryFolder } from './postgres-servers'
import { backendEntry, freePort, runProgram, untilReady } from './program'

/** The global setup of Vitest and of Playwright: returns its teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-ask-'))
  const servers = new Map<TestServer, ReturnType<typeof startSharedServer>>()
  let building: Promise<void> | undefined
  let beginning: Promise<string> | undefined
  let filling: Promise<SharedServer> | undefined

  async function answer(thing: string): Promise<unknown> {
    if (thing === 'build') return (building ??= build())
    if (thing === 'first-data') return (beginning ??= (building ??= build()).then(firstData))
    if (thing === 'demonstration') return (filling ??= filledServer())
    const server: TestServer = thing === 'machine' ? 'machine' : 'embedded'
    const { adminUrl, template } = await started(server)
    return { adminUrl, template }
  }

  function started(server: TestServer) {
    const starting = servers.get(server) ?? startSharedServer(server)
    servers.set(server, starting)
    return starting
  }

  /** The embedded server with a template that is a whole demonstration. */
  async function filledServer(): Promise<SharedServer> {
    const shared = await started('embedded')
    const { makeDemonstration } = await import('./demonstration')
    return { adminUrl: shared.adminUrl, template: await makeDemonstration(shared) }
  }

  const server = createServer((request, response) => {
    answer(request.url?.slice(1) ?? '').then(
      (shared) => response.end(JSON.stringify(shared ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(join(folder, 'ask.sock'))
  await once(server, 'listening')
  process.env[socketVariable] = join(folder, 'ask.sock')
  // A whole run needs it in any case: it is made while the first files run, so that no test waits for it.
  if (process.env['TEST_WHOLE'] === '1') answer('first-data').catch(() => undefined)

  return async () => {
    server.close()
    rmSync(folder, { recursive: true })
    const dataDir = await beginning?.catch(() => null)
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
    const started = await Promise.allSettled(servers.values())
    for (const server of started) if (server.status === 'fulfilled') await server.value.stop()
  }
}

/** Does nothing if the build is newer than every source. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.mjs', '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the build failed')
}

/**
 * The data folder after a demonstration's first start: its database, with all initial data. @returns its path
 */
async function firstData(): Promise<string> {
  const dataDir = temporaryFolder()
  const port = String(await freePort())
  const backend = runProgram(backendEntry, { DATA_DIR: dataDir, BACKEND_PORT: port }, { tied: true })
  try {
    // Four months of history: beside a whole run it takes minutes on a small machine.
    await untilReady(backend, `http://127.0.0.1:${port}/api/settings/extensions`, 300_000)
    return dataDir
  } finally {
    await backend.stop()
  }
}
