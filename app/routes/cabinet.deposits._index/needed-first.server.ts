import { type Deposit } from '~/contract/funds'

/** Those that earn nothing until they are closed stand first, those that are closed last. Otherwise the order stays. */
const places: Partial<Record<Deposit['status'], number>> = { awaiting_completion: 0, closed: 2 }

/** The deposits of a page, the ones that wait for their investor before the others. */
export function neededFirst(deposits: readonly Deposit[]): Deposit[] {
  const placeOf = ({ status }: Deposit) => places[status] ?? 1
  return [...deposits].sort((one, other) => placeOf(one) - placeOf(other))
}
