import { type User } from '~/contract/user'
import { type Upstream } from '~/upstream/types'

/**
 * The signed-in user as the upstream knows them. The contract has no call that only reads it: a change of nothing
 * answers with all.
 */
export async function ownUser(upstream: Upstream): Promise<User> {
  const { user } = await upstream.user.profile({})
  return user
}
