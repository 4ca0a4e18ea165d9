import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { askRun, socketVariable } from './ask-run'

/**
 * Waits until `build` and `public/build` are built from the present sources; the run builds them at most
 * once.
 */
export async function built(): Promise<void> {
  const socketPath = process.env[socketVariable]
  if (socketPath) await askRun(socketPath, 'build')
}

/**
 * A copy of the data folder after a demonstration's first start, which the run creates at most once, so that
 * other starts need not create a database and its history. Owners and modes are kept, because PostgreSQL does
 * not start without them. Without a run the data folder is empty.
 */
export async function copyFirstData(dataDir: string): Promise<void> {
  const socketPath = process.env[socketVariable]
  if (!socketPath) return
  const from = (await askRun(socketPath, 'first-data')) as string
  await promisify(execFile)('cp', ['-a', `${from}/.`, dataDir])
}
