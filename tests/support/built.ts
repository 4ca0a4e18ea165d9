import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { askRun, socketVariable } from './ask-run'

/** Waits until `build` and `public/build` are those of the present sources; the run builds them at most once. */
export async function built(): Promise<void> {
  const socketPath = process.env[socketVariable]
  if (socketPath) await askRun(socketPath, 'build')
}

/**
 * A copy of what the first start of a demonstration leaves, which the run makes at most once: every further start is
 * spared the making of a database and its history. Its owners and modes stay, without which PostgreSQL does not start.
 * Where no run is there to be asked, the data folder stays empty.
 */
export async function copyFirstData(dataDir: string): Promise<void> {
  const socketPath = process.env[socketVariable]
  if (!socketPath) return
  const from = (await askRun(socketPath, 'first-data')) as string
  await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir])
}
