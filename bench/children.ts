import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A measured server, as a separate process. */
export interface Subject {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

export interface Yardstick extends Subject {
  /** Sends it a message and waits for the answer. */
  ask<Answer>(message: string): Promise<Answer>
}

/** Starts a yardstick and sends it what to serve. */
export async function startYardstick(name: string, given: object = {}): Promise<Yardstick> {
  const child = fork(fileURLToPath(new URL(`./yardsticks/${name}.mjs`, import.meta.url)), {
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] },
    execArgv: [],
  })
  child.send(given)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    pid: child.pid as number, // it has just answered
    port,
    async ask<Answer>(message: string) {
      child.send(message)
      const [answer] = (await once(child, 'message')) as [Answer]
      return answer
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export interface Load {
  /** `{n}` in it counts up. */
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
  /** Refusals of a limit are answers as good as others. */
  limited?: boolean
}

export interface Loaded {
  requests: number
  seconds: number
  /** How long answers took, in milliseconds. */
  p50: number
  p99: number
}

/** Loads a server from another process. @throws when an answer was neither a 200 nor, where that is expected, a 429 */
export function load(subject: Pick<Subject, 'port'>, given: Load): Promise<Loaded> {
  return sendRequests('load-child', subject, given)
}

export interface Pace {
  path: string
  headers?: Record<string, string>
  perSecond: number
  seconds: number
}

/**
 * Requests a page at a steady pace; how long answers took, in milliseconds, all of them and two of their quantiles.
 * @throws when one was not a 200
 */
export function pace(
  subject: Pick<Subject, 'port'>,
  given: Pace,
): Promise<{ p50: number; p99: number; took: number[] }> {
  return sendRequests('pace-child', subject, given)
}

/** An event of a payment processor: its id, and the transfer that it reports. */
export interface SentEvent {
  id: string
  data: object
}

export interface Reports {
  path: string
  /** With which the events are signed. */
  secret: string
  events: readonly SentEvent[]
  perSecond: number
}

/**
 * Sends signed events at a steady pace, each until it is accepted: how often one was sent again, and how many milliseconds after
 * the last was due all were accepted.
 * @throws when one never was
 */
export function reportEvents(
  subject: Pick<Subject, 'port'>,
  given: Reports,
): Promise<{ repeats: number; behindMs: number }> {
  return sendRequests('events-child', subject, given)
}

async function sendRequests<Result>(
  program: string,
  { port }: Pick<Subject, 'port'>,
  given: { path: string },
): Promise<Result> {
  const child = fork(fileURLToPath(new URL(`./${program}.mjs`, import.meta.url)), { execArgv: [] })
  child.send({ port, host: `localhost:${port}`, ...given })
  const [answer] = (await once(child, 'message')) as [Result & { errors: number }]
  child.disconnect()
  await once(child, 'exit')
  if (answer.errors > 0) throw new Error(`${given.path}: ${answer.errors} answers were not as expected`)
  return answer
}

/** The processor time that a process has used, in milliseconds; Linux counts it in hundredths of a second. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // utime and stime
}

/** The memory that a process holds now, in MiB. */
export function memoryMibOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}
