import { Login } from '~/contract/values'
import { type Upstream } from '~/upstream/types'

/** Who a referral link names: their login as it is written, `unknown` where there is no such investor, or nobody. */
export type Inviter = { login: string } | 'unknown' | null

/** Asks the upstream about the login in the address. */
export async function findInviter(upstream: Upstream, asked: string | undefined): Promise<Inviter> {
  if (!asked) return null
  if (!Login.safeParse(asked).success) return 'unknown'
  const { login, exists } = await upstream.user.referral({ login: asked })
  return exists ? { login } : 'unknown'
}
