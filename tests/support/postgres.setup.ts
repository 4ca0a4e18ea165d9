/**
 * The servers of one test run, held by its main process. Nothing is started before a test file asks: a run of tests
 * without a database pays nothing. The files run in processes of their own and ask over a Unix socket.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestServer, startSharedServer } from './postgres-servers'

/** The environment variable by which test files find the socket. */
const variable = 'TEST_POSTGRES_SOCKET'

/** Vitest's global setup: returns its end. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-ask-'))
  const started = new Map<TestServer, ReturnType<typeof startSharedServer>>()

  const door = createServer((request, response) => {
    const server: TestServer = request.url === '/machine' ? 'machine' : 'embedded'
    const starting = started.get(server) ?? startSharedServer(server)
    started.set(server, starting)
    starting.then(
      ({ adminUrl, template }) => response.end(JSON.stringify({ adminUrl, template })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  door.listen(join(folder, 'ask.sock'))
  await once(door, 'listening')
  process.env[variable] = join(folder, 'ask.sock')

  return async () => {
    door.close()
    rmSync(folder, { recursive: true })
    const servers = await Promise.allSettled(started.values())
    for (const server of servers) if (server.status === 'fulfilled') await server.value.stop()
  }
}
