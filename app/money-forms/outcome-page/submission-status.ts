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
