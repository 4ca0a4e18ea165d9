import { type Deposit, type Payment } from '~/contract/funds'
import { type Part, everyPage } from '~/lists/every-page.server'
import { type Upstream } from '~/upstream/types'

/**
 * The contract lists deposits and withdrawals and has no call for a single one, so the list is searched, newest
 * first.
 */

const perPage = 100
/** Far more than one investor has; it only bounds the search. */
const maxPages = 50

/**
 * The entry with this id.
 * @param list one page of the list, sorted so that it stays in order while it is read
 * @throws Response 404 if it is not in the list
 */
export async function findEntry<Item extends { id: string | null }>(
  id: string,
  list: (query: { page: number; limit: number }) => Promise<Part<Item>>,
): Promise<Item & { id: string }> {
  // An upstream's page may be shorter than the requested limit: only a page without anything new is the last.
  const ask = async (page: number) => ({ ...(await list({ page, limit: perPage })), total: null })
  for await (const items of everyPage(ask, maxPages)) {
    const found = items.find((item) => item.id === id)
    if (found) return { ...found, id }
  }
  throw new Response(null, { status: 404 })
}

/** @throws Response 404 where the investor has no such deposit */
export function findDeposit(upstream: Upstream, id: string): Promise<Deposit> {
  return findEntry(id, (query) => upstream.deposits.list({ ...query, sort: 'startedAt', sortDir: 'desc' }))
}

/** @throws Response 404 where the investor has no such withdrawal */
export function findPayment(upstream: Upstream, id: string): Promise<Payment & { id: string }> {
  return findEntry(id, (query) => upstream.payments.list({ ...query, sort: 'createdAt', sortDir: 'desc' }))
}
