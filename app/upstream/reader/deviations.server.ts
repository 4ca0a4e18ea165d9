import { type UpstreamLog } from '../types'
import { type Deviation, type Rule } from './understand.server'

/**
 * Counts how often responses deviate from the contract, and where, so that an operator sees a changed upstream before
 * investors miss something. It has names of fields, never values.
 */

export interface CountedDeviation {
  /** Such as `deposits.list`; for the socket its event, `socket.notification`. */
  call: string
  field: string
  rule: Rule
  count: number
}

export interface DeviationCounts {
  note: (call: string, deviations: readonly Deviation[]) => void
  /** The most frequent first. */
  all: () => CountedDeviation[]
}

/** New deviations are logged at most this often. */
const logIntervalMs = 60_000
/** A bound: field names are the contract's, except in records, where an upstream may send any number of names. */
const maxKinds = 2_000

/** In one line of the log. */
const maxLogged = 20

const byCount = (one: CountedDeviation, other: CountedDeviation) => other.count - one.count

/** Such as `deposits.list items.amount number 12`. */
const lineOf = ({ call, field, rule, count }: CountedDeviation) => [call, field || '.', rule, count].join(' ')

export function createDeviationCounts(
  log: UpstreamLog,
  now: () => number = () => performance.now(),
): DeviationCounts {
  const counts = new Map<string, CountedDeviation>()
  let loggedMs = -Infinity
  let unlogged = 0

  return {
    note(call, deviations) {
      for (const { field, rule } of deviations) {
        const key = `${call} ${field} ${rule}`
        const known = counts.get(key)
        if (known) known.count += 1
        else if (counts.size < maxKinds) counts.set(key, { call, field, rule, count: 1 })
        // Optional fields that are missing are no deviation.
        if (rule !== 'missing') unlogged += 1
      }
      if (unlogged === 0 || now() - loggedMs < logIntervalMs) return
      const logged = [...counts.values()].filter(({ rule }) => rule !== 'missing').sort(byCount)
      log.warn(
        { count: unlogged, kinds: counts.size, frequent: logged.slice(0, maxLogged).map(lineOf) },
        'answers of the upstream were bent to be understood',
      )
      loggedMs = now()
      unlogged = 0
    },
    all: () => [...counts.values()].sort(byCount),
  }
}
