import { contract } from '~/contract/index'
import { switchWalletList } from '../../accounts/wallet-list'
import { familyOfSystem } from '../../funds/payment-systems'
import { walletListOf } from '../../funds/wallet-list'
import { safetyOf } from '../../funds/withdrawal-safety'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** Whether an investor can withdraw now, and whereto. */
export function withdrawalSafetyCalls(services: Services): Handler[] {
  const { db, productClock } = services
  const { walletList, withdrawalSafety } = contract
  const listOf = (userId: string) => walletListOf(db, { userId, now: productClock.now() })
  return [
    authenticated(withdrawalSafety.read, async (request, { user: { id: userId } }) => {
      const { db: reading, query } = request
      const { system, wallet } = query
      const family = system === undefined || !wallet ? null : await familyOfSystem(reading, system)
      const destination = family && wallet ? { userId, family, address: wallet } : null
      return safetyOf(reading, { userId, destination, now: productClock.now() })
    }),

    authenticated(walletList.read, (_request, { user }) => listOf(user.id)),

    authenticated(walletList.switchOn, async ({ body, address, device }, caller) => {
      await switchWalletList(services, { ...body, address, device, caller }, 'on')
      return listOf(caller.user.id)
    }),

    authenticated(walletList.switchOff, async ({ body, address, device }, caller) => {
      await switchWalletList(services, { ...body, address, device, caller }, 'off')
      return listOf(caller.user.id)
    }),
  ]
}
