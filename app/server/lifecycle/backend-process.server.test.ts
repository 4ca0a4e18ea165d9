import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, serversIn } from '../../../backend/db/embedded/processes'
import { until } from '../../../backend/db/embedded/until'
import { temporaryFolder } from '../../../tests/support/postgres'
import { type BackendProcessOptions, startBackendProcess } from './backend-process.server'

const support = join(import.meta.dirname, '../../../tests/support')

test('a started backend is ready at its address, and ends when it is stopped', async () => {
  const backend = await start()
  expect(await pidAt(backend.url)).toBe(backend.pid)
  await Promise.all([backend.stop(), backend.stop()])
  await expect(pidAt(backend.url)).rejects.toThrow()
})

test('a crashed backend is restarted at the same address', async () => {
  const backend = await start()
  const first = backend.pid
  process.kill(first ?? 0, 'SIGKILL')
  expect(
    await until(() => backend.pid !== first && pidAt(backend.url).then(Boolean, () => false), 15_000),
  ).toBe(true)
  expect(await pidAt(backend.url)).toBe(backend.pid)
})

test("a failed first start reports the backend's reason", async () => {
  await expect(start({ env: { FAILS: 'the data folder is in use' } })).rejects.toThrow(
    'the data folder is in use',
  )
})

test('a backend that does not stop in time is killed', async () => {
  const backend = await start({ env: { HANGS: '1' }, stopLimitMs: 200 })
  await backend.stop()
  await expect(pidAt(backend.url)).rejects.toThrow()
})

test('a backend whose app was killed stops itself and its PostgreSQL', async () => {
  const dataDir = temporaryFolder()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = join(dataDir, 'postgres')
  const app = spawn(process.execPath, ['--import', 'tsx', join(support, 'app-child.ts')], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  const [line] = (await once(app.stdout, 'data')) as [Buffer]
  const backend = Number(line.toString())
  expect(isAlive(backend)).toBe(true)
  expect(await serversIn(cluster)).not.toEqual([])

  app.kill('SIGKILL')

  expect(await until(async () => (await serversIn(cluster)).length === 0, 15_000)).toBe(true)
  expect(await until(() => !isAlive(backend), 15_000)).toBe(true)
  // A clean stop: the server has removed its own pid file.
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
})

/** The test program as a backend, stopped with its test. */
async function start({ env, ...options }: Partial<BackendProcessOptions> = {}) {
  const backend = await startBackendProcess({
    entry: join(support, 'backend-child.ts'),
    nodeOptions: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    log: { info() {}, warn() {}, error() {} },
    ...options,
  })
  onTestFinished(() => backend.stop())
  return backend
}

/** The process that answers there; rejects without an answer. */
async function pidAt(url: string): Promise<number> {
  return Number(await (await fetch(url)).text())
}
