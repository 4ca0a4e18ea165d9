import { type UpstreamLog } from '../types'
import { type Deviation, type Rule } from './understand.server'

/**
 * How often answers had to be bent to be understood, and where: an upstream that changes its answers is seen here before
 * its readers see less. Counts names of fields, never values.
 */

export interface CountedDeviation {
  /** As `deposits.list`; of the socket, its event: `socket.notification`. */
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

/** The log has what is new at most this often. */
const logIntervalMs = 60_000
/** Names of fields are the contract's, but for those of records, of which an upstream may make up any number. */
const maxKinds = 2_000

/** In one line of the log. */
const maxLogged = 20

const byCount = (one: CountedDeviation, other: CountedDeviation) => other.count - one.count

/** As `deposits.list items.amount number 12`. */
const lineOf = ({ call, field, rule, count }: CountedDeviation) => [call, field || '.', rule, count].join(' ')

export function createDeviationCounts(
  log: UpstreamLog,
  now: () => number = () => performance.now(),
): DeviationCounts {
  const counts = new Map<string, CountedDeviation>()
  let loggedMs = -Infinity
  let untold = 0

  return {
    note(call, deviations) {
      for (const { field, rule } of deviations) {
        const key = `${call} ${field} ${rule}`
        const known = counts.get(key)
        if (known) known.count += 1
        else if (counts.size < maxKinds) counts.set(key, { call, field, rule, count: 1 })
        // What is merely missing was never promised.
        if (rule !== 'missing') untold += 1
      }
      if (untold === 0 || now() - loggedMs < logIntervalMs) return
      const told = [...counts.values()].filter(({ rule }) => rule !== 'missing').sort(byCount)
      log.warn(
        { count: untold, kinds: counts.size, frequent: told.slice(0, maxLogged).map(lineOf) },
        'answers of the upstream were bent to be understood',
      )
      loggedMs = now()
      untold = 0
    },
    all: () => [...counts.values()].sort(byCount),
  }
}
