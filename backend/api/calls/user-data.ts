import { contract } from '~/contract/index'
import { requireStepUp } from '../../auth/second-factors/step-up'
import { maskedWallet, sendAfterAnswer, notifyOwner } from '../../auth/security-notifications'
import { type Handler, authenticated } from '../handler'
import { changePersonalData, personalDataOf } from '../../accounts/personal-data'
import { verificationOf } from '../../accounts/verification-state'
import { handInDocuments } from '../../accounts/verify'
import { saveWallets, walletsOf } from '../../accounts/wallets'
import { recordCall } from '../record-call'
import { type Services } from '../../services'

/** Data that investors provide: personal data, wallets, documents. */
export function userDataCalls(services: Services): Handler[] {
  const { db, productClock } = services
  return [
    authenticated(contract.userData.byType, async ({ db: reading, params: { type } }, { user }) =>
      type === 'profile'
        ? { type, data: await personalDataOf(reading, user.id) }
        : { type, data: await verificationOf(reading, user.id) },
    ),

    authenticated(contract.userData.update, async (call, { user }) => {
      const { type, data } = call.body
      await changePersonalData(db, user, data, productClock.now(), (tx) =>
        recordCall(services, { ...call, db: tx }, user, { kind: 'profile_changed' }),
      )
      return { type, data: await personalDataOf(db, user.id) }
    }),

    authenticated(contract.userData.wallets, async (_request, { user }) => ({
      items: await walletsOf(db, user.id),
    })),

    authenticated(contract.userData.updateWallets, async (call, caller) => {
      const { user } = caller
      const { body, address: from, device } = call
      const { currentPassword } = body
      const messages: string[] = []
      const stepUp = () => requireStepUp(services, { caller, currentPassword, address: from, device })
      await saveWallets(
        db,
        { userId: user.id, changes: body.wallets, now: productClock.now() },
        {
          // Whoever removes a wallet may have another one typed in its place, and with the list on it rests anew.
          authorize: stepUp,
          async onNewWallet(tx, { address, network }) {
            const values = { wallet: maskedWallet(address), network }
            messages.push(...(await notifyOwner(tx, services, user, { kind: 'wallet_saved', values })))
          },
          async record(tx, kind, { address, network }) {
            const values = { wallet: maskedWallet(address), network }
            await recordCall(services, { ...call, db: tx }, user, { kind, values })
            if (kind === 'wallet_removed')
              messages.push(...(await notifyOwner(tx, services, user, { kind, values })))
          },
        },
      )
      sendAfterAnswer(services, messages)
      return { items: await walletsOf(db, user.id) }
    }),

    authenticated(contract.userData.verify, async ({ body, files, address, device }, { user }) => {
      await handInDocuments(services, user, body, files, { address, device })
      return { type: 'verification' as const, data: await verificationOf(db, user.id) }
    }),
  ]
}
