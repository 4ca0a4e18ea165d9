import { type Deposit } from '~/contract/funds'

/**
 * Whether a deposit can be closed. If the upstream does not provide it, this is when the first term is known to be
 * over.
 */
export function canBeClosed({
  canClose,
  status,
  term,
}: Pick<Deposit, 'canClose' | 'status' | 'term'>): boolean {
  return canClose ?? (status === 'awaiting_completion' || (status === 'in_progress' && term === 2))
}
