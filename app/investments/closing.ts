import { type Deposit } from '~/contract/funds'

/**
 * Whether a deposit can be closed. Where the upstream doesn't say, it can once its first term is over, as far as that is
 * known.
 */
export function canBeClosed({
  canClose,
  status,
  term,
}: Pick<Deposit, 'canClose' | 'status' | 'term'>): boolean {
  return canClose ?? (status === 'awaiting_completion' || (status === 'in_progress' && term === 2))
}
