import { type Notification } from '~/contract/notification'
import { findEntry } from '~/investments/find-entry.server'
import { type Upstream } from '~/upstream/types'

/**
 * The reader's notification with this id; the contract has no call for one of them.
 * @throws Response 404
 */
export function findNotification(upstream: Upstream, id: string): Promise<Notification> {
  return findEntry(id, (query) =>
    upstream.notification.list({ ...query, sort: 'createdAt', sortDir: 'desc' }),
  )
}
