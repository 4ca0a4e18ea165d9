import { type Finding, findingsOf } from './finding'

/** A clock that was read elsewhere, and when, by the clock here. */
export interface ClockReading {
  /** Whose clock it is, such as `database`. */
  of: string
  askedAtMs: number
  answeredAtMs: number
  theirsMs: number
  /** How exactly it is told: a header has whole seconds. */
  exactToMs: number
}

/** Codes of authenticator apps are good for 30 s, and a code's own time is compared with the database's rows. */
const failureMs = 30_000
const warningMs = 2_000

/** How far another clock is from the one here, as far as the time of the question and the answer leave it open. */
export function skewMs({ askedAtMs, answeredAtMs, theirsMs, exactToMs }: ClockReading): number {
  if (theirsMs + exactToMs < askedAtMs) return theirsMs + exactToMs - askedAtMs
  if (theirsMs > answeredAtMs) return theirsMs - answeredAtMs
  return 0
}

/** Whether that clock and the one here go together. */
export function clockFinding(reading: ClockReading): Finding {
  const found = findingsOf('clocks')
  const skew = skewMs(reading)
  const distance = Math.abs(skew)
  const distanceText = `the clock of the ${reading.of} is ${shown(distance)} ${skew > 0 ? 'ahead of' : 'behind'} the one here`
  if (distance >= failureMs) return found.failure(`${distanceText}: let both follow NTP`)
  if (distance >= warningMs) return found.warning(`${distanceText}: let both follow NTP`)
  return found.ok(`the clock of the ${reading.of} goes with the one here`)
}

function shown(ms: number): string {
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}
