/** The statuses that a reader sees, each with its own text. */
export type SubmissionStatus =
  | 'running'
  | 'refused'
  | 'otherwise'
  | 'open'
  | 'unreachable'
  | 'several'
  | 'undated'
  | 'absent'
  | 'sealed'

/** Whether the page can still find out the outcome by checking again. */
export function isOpenStatus(status: SubmissionStatus): boolean {
  return status === 'running' || status === 'open' || status === 'unreachable'
}

/** Whether only the reader can find out the outcome, by the list or from support. */
export function isUndecidedStatus(status: SubmissionStatus): boolean {
  return status === 'several' || status === 'undated' || status === 'sealed'
}

/** Whether the outcome is known for good, so that a fresh form need not warn of it any more. */
export function isKnownStatus(status: SubmissionStatus): boolean {
  return status === 'refused' || status === 'otherwise' || status === 'absent'
}
