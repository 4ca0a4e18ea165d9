import { contract } from '~/contract'
import { type BuiltCall, forCaller } from '../http/built-call'
import { changePersonalData, personalDataOf } from '../people/personal-data'
import { verificationOf } from '../people/verification-state'
import { handInDocuments } from '../people/verify'
import { saveWallets, walletsOf } from '../people/wallets'
import { type Services } from '../services'

/** What investors say of themselves: personal data, wallets, documents. */
export function userDataCalls(services: Services): BuiltCall[] {
  const { db, productClock } = services
  return [
    forCaller(contract.userData.byType, async ({ params: { type } }, { user }) =>
      type === 'profile'
        ? { type, data: await personalDataOf(db, user.id) }
        : { type, data: await verificationOf(db, user.id) },
    ),

    forCaller(contract.userData.update, async ({ body: { type, data } }, { user }) => {
      await changePersonalData(db, user, data, productClock.now())
      return { type, data: await personalDataOf(db, user.id) }
    }),

    forCaller(contract.userData.wallets, async (_asked, { user }) => ({
      items: await walletsOf(db, user.id),
    })),

    forCaller(contract.userData.updateWallets, async ({ body }, { user }) => {
      await saveWallets(db, { userId: user.id, changes: body.wallets, now: productClock.now() })
      return { items: await walletsOf(db, user.id) }
    }),

    forCaller(contract.userData.verify, async ({ body, files }, { user }) => {
      await handInDocuments(services, user, body, files)
      return { type: 'verification' as const, data: await verificationOf(db, user.id) }
    }),
  ]
}
