import { type Decision, type OwnedPayment } from '~/contract/extensions/operator/queues'
import { type Understood } from '~/contract/reading'
import { type Upstream } from '~/upstream/types'
import { panel } from '~/upstream/panel.server'
import { type CaseSubject } from './work.server'

/** A withdrawal that was paid out by the transfer that an operator names for another one. */
export interface PaidByIt extends Pick<Understood<typeof OwnedPayment>, 'net' | 'currency' | 'owner'> {
  id: string
}

/** The longest text that a search takes. */
const maxSearch = 100

/**
 * The other withdrawals that were paid out by the transfer of a decision. A transfer may pay several, so it is no error; but mostly
 * its hash was pasted twice. None where the list can't be read.
 */
export async function paidBySameTransfer(
  upstream: Upstream,
  { queue, id }: CaseSubject,
  { decision, transactionHash }: Decision,
): Promise<PaidByIt[]> {
  if (queue !== 'payments' || decision !== 'complete' || !transactionHash) return []
  const search = transactionHash.slice(0, maxSearch)
  const found = await panel(upstream.operator.payments({ search, status: 'completed' }))
  const hash = transactionHash.toLowerCase()
  return (found?.items ?? []).flatMap(({ id: other, transactionHash: paidBy, net, currency, owner }) =>
    other !== null && other !== id && paidBy?.toLowerCase() === hash
      ? [{ id: other, net, currency, owner }]
      : [],
  )
}
