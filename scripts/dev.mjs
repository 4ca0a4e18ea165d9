import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildIslands } from './build-islands.mjs'

/**
 * Development: the app is built and started again at each change by Remix's own watcher, the backend by tsx. The
 * backend keeps its port, so the app does not notice. Both end with this process. Islands are built once, at start.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
mkdirSync('data', { recursive: true })
await buildIslands()

const backendPort = process.env.BACKEND_PORT ?? '3001'
const env = { ...process.env, NODE_ENV: 'development', DEMO: process.env.DEMO ?? '1' }
const children = []

if (!process.env.UPSTREAM_URL) {
  env.UPSTREAM_URL = `http://127.0.0.1:${backendPort}`
  start('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'backend/main.ts'], {
    ...env,
    BACKEND_PORT: backendPort,
  })
}
// The watcher ends when its stdin ends, so it inherits ours.
start('node_modules/.bin/remix', ['dev', '-c', 'node build/index.js'], env)

function start(command, args, childEnv) {
  const child = spawn(command, args, { env: childEnv, stdio: 'inherit' })
  children.push(child)
  child.on('exit', (code) => stop(code ?? 0))
}

function stop(code) {
  process.exitCode ??= code
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
