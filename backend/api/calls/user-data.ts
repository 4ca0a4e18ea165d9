import { contract } from '~/contract/index'
import { requireCurrentPassword } from '../../auth/current-password'
import { maskedWallet, sendAfterAnswer, notifyOwner } from '../../auth/security-notifications'
import { type Handler, authenticated } from '../handler'
import { changePersonalData, personalDataOf } from '../../accounts/personal-data'
import { verificationOf } from '../../accounts/verification-state'
import { handInDocuments } from '../../accounts/verify'
import { saveWallets, walletsOf } from '../../accounts/wallets'
import { type Services } from '../../services'

/** Data that investors provide: personal data, wallets, documents. */
export function userDataCalls(services: Services): Handler[] {
  const { db, productClock } = services
  return [
    authenticated(contract.userData.byType, async ({ params: { type } }, { user }) =>
      type === 'profile'
        ? { type, data: await personalDataOf(db, user.id) }
        : { type, data: await verificationOf(db, user.id) },
    ),

    authenticated(contract.userData.update, async ({ body: { type, data } }, { user }) => {
      await changePersonalData(db, user, data, productClock.now())
      return { type, data: await personalDataOf(db, user.id) }
    }),

    authenticated(contract.userData.wallets, async (_request, { user }) => ({
      items: await walletsOf(db, user.id),
    })),

    authenticated(contract.userData.updateWallets, async ({ body }, { user }) => {
      const messages: string[] = []
      await saveWallets(
        db,
        { userId: user.id, changes: body.wallets, now: productClock.now() },
        {
          authorizeNewWallet: () => requireCurrentPassword(services, user, body.currentPassword),
          async onNewWallet(tx, { address, network }) {
            const values = { wallet: maskedWallet(address), network }
            messages.push(...(await notifyOwner(tx, services, user, { kind: 'wallet_saved', values })))
          },
        },
      )
      sendAfterAnswer(services, messages)
      return { items: await walletsOf(db, user.id) }
    }),

    authenticated(contract.userData.verify, async ({ body, files }, { user }) => {
      await handInDocuments(services, user, body, files)
      return { type: 'verification' as const, data: await verificationOf(db, user.id) }
    }),
  ]
}
