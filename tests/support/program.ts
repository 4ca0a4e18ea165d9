import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The built product: the app, its supervisor that `npm start` runs, and the backend. */
export const startEntry = 'build/start.js'
export const appEntry = 'build/index.js'
export const backendEntry = 'build/backend.js'

/** A program of the product, run as a real process, with all of its output. */
export interface Program {
  readonly pid: number
  /** Everything written to stdout and stderr so far. */
  output(): string
  /** Resolves with the exit code, or the signal's name, when the process has ended. */
  readonly exited: Promise<number | NodeJS.Signals>
  readonly running: boolean
  /** SIGTERM, and SIGKILL after the time limit. */
  stop(): Promise<void>
  /** SIGKILL, as in a crash. */
  kill(): Promise<void>
}

const stopLimitMs = 45_000

/**
 * @param env the whole environment except what any process needs
 * @param said is called with each piece of output
 * @param tied ends the program over its IPC channel when this process ends, as the app does with the backend
 */
export function runProgram(
  entry: string,
  env: Record<string, string>,
  { tied = false, cwd = process.cwd(), onOutput = (_text: string): void => undefined } = {},
): Program {
  const child: ChildProcess = spawn(process.execPath, [entry], {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: tied ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  const keep = (chunk: string) => {
    chunks.push(chunk)
    onOutput(chunk)
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  const exited = ending(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isRunning()) child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await exited
    clearTimeout(late)
  }

  return {
    pid: child.pid as number, // node itself can be started, or no test would run
    output: () => chunks.join(''),
    exited,
    get running() {
      return isRunning()
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function ending(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal ?? code ?? 1
}

/**
 * Requests an address until it answers 200; throws with the program's last output when it ends or takes too
 * long.
 */
export async function untilReady(program: Program, address: string, limitMs = 120_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    if (!program.running) throw new Error(`It ended before it was ready:\n${lastWords(program)}`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await delay(50)
  }
  throw new Error(`${address} was not ready in ${limitMs / 1000} s:\n${lastWords(program)}`)
}

/** Waits for a state that another process reaches at an unknown time. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${limitMs / 1000} s: ${what}`)
    await delay(50)
  }
}

/**
 * Each worker of a run has its own range of ports, below the ephemeral ports: those of Playwright, which count from 0,
 * and those of Vitest, which run beside them.
 */
const [rowStart, rowLength, rows] = [12_000, 1_000, 16]
const [browserWorker, worker] = [process.env['TEST_PARALLEL_INDEX'], process.env['VITEST_POOL_ID'] ?? 0]
const row = browserWorker === undefined ? rows / 2 + (Number(worker) % 8) : Number(browserWorker) % 8
let lastPort = randomInt(rowLength)

/**
 * A free port that stays free until its program has started: no connection, no other worker and no other
 * caller here gets it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < rowLength; tries++) {
    lastPort = (lastPort + 1) % rowLength
    const port = rowStart + row * rowLength + lastPort
    if (await canListen(port)) return port
  }
  throw new Error('no port is free')
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

function lastWords(program: Program): string {
  return program.output().slice(-4_000)
}
