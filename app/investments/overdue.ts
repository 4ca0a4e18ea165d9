import { type Payment } from '~/contract/funds'

/** Whether a withdrawal that is still open should have been paid by now. @param now the upstream's time, ISO 8601 */
export function isOverdue(
  { status, expectedBy }: Pick<Payment, 'status' | 'expectedBy'>,
  now: string,
): boolean {
  const isOpen = status === 'pending' || status === 'under_review'
  return isOpen && expectedBy !== null && Date.parse(now) > Date.parse(expectedBy)
}
