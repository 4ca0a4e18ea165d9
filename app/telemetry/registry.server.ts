import type * as PromClient from 'prom-client'

/**
 * The numbers of one program for Prometheus. Invariants: a label holds a name that this repository or its operator
 * gives (a route, a call, a job, a payment system) and never a value of a request; a number that can't be read is
 * left out of the answer and never shown as zero.
 */

/** The package is loaded only where numbers are served. */
export type Prom = typeof PromClient

export interface Registry {
  prom: Prom
  registry: PromClient.Registry
}

/** A registry that has the process's own numbers: memory, processor, garbage collection, delay of the event loop. */
export async function newRegistry(program: 'app' | 'backend'): Promise<Registry> {
  const { default: prom } = await import('prom-client')
  const registry = new prom.Registry()
  registry.setDefaultLabels({ program })
  prom.collectDefaultMetrics({ register: registry })
  return { prom, registry }
}

/** Seconds that are told apart: what a reader doesn't notice, what the budgets allow, what they don't. */
export const durationBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** One value of a gauge. */
export interface Reading {
  labels: Record<string, string>
  value: number
}

export interface GaugeOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Called when the numbers are asked for. Rejects when they can't be read. */
  read: () => readonly Reading[] | Promise<readonly Reading[]>
}

/** A gauge that is read when it is asked for, and has no value while it can't be. */
export function addGauge(
  { prom, registry }: Registry,
  { name, help, labelNames = [], read }: GaugeOptions,
): void {
  const readable = async () => {
    try {
      return await read()
    } catch {
      return []
    }
  }
  const gauge: PromClient.Gauge = new prom.Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const readings = await readable()
      gauge.reset()
      if (labelNames.length === 0 && readings.length === 0) gauge.remove()
      for (const { labels, value } of readings) gauge.set(labels, value)
    },
  })
}

/** Reads again only after so many milliseconds; those who ask meanwhile share one reading. */
export function kept<Value>(
  keptMs: number,
  read: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let last: { atMs: number; value: Promise<Value> } | null = null
  return () => {
    if (!last || now() - last.atMs >= keptMs) last = { atMs: now(), value: read() }
    return last.value
  }
}
