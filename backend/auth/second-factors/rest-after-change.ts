import { type Db } from '../../db/connect'
import { restWithdrawals } from '../../funds/withdrawal-safety'
import { type Services } from '../../services'

/**
 * Withdrawals rest after a change of the factors that an account has, as after one of its password. A first factor
 * replaces nothing, like a first e-mail, so it starts no rest.
 */
export async function restAfterFactorChange(
  tx: Db,
  { productClock }: Pick<Services, 'productClock'>,
  userId: string,
): Promise<void> {
  await restWithdrawals(tx, { userId, reason: 'second_factor', now: productClock.now() })
}
