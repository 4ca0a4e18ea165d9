/** A minimal app for tests that kill it: starts `backend-child.ts` as the app does and prints its pid. */
import { join } from 'node:path'
import { startBackendProcess } from '../../app/server/lifecycle/backend-process.server'

const quiet = { info() {}, warn() {}, error() {} }
const { pid } = await startBackendProcess({
  entry: join(import.meta.dirname, 'backend-child.ts'),
  nodeOptions: ['--import', 'tsx'],
  env: process.env,
  log: quiet,
})
process.stdout.write(`${pid}\n`)
