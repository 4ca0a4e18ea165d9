import { type Reconciliation } from '~/money-forms/reconcile.server'

/** What the investor is told: one of these, each with its own words. */
export type SubmissionStatus =
  'running' | 'refused' | 'otherwise' | 'open' | 'unreachable' | 'several' | 'absent'

/** A request may be held up on its way; after this it is most likely lost, and a new one may be confirmed. */
const timeoutMs = 10 * 60_000

/** @param ageMs since the request was sent */
export function submissionStatusOf(
  settled: Exclude<Reconciliation, { state: 'done' }>,
  ageMs: number,
): SubmissionStatus {
  if (settled.state !== 'open') return settled.state
  switch (settled.because) {
    case 'unreachable':
      return 'unreachable'
    case 'several_entries':
      return 'several'
    case 'never_seen':
    case 'no_entry':
      return ageMs > timeoutMs ? 'absent' : 'open'
  }
}
