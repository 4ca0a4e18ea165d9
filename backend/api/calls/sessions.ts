import { contract } from '~/contract/index'
import { requireStepUp } from '../../auth/second-factors/step-up'
import { lockAccount } from '../../db/lock-account'
import { endLiveTokens, liveTokens } from '../../auth/tokens'
import { Refusal } from '../../domain/refusal'
import { type Handler, authenticated } from '../handler'
import { recordCall } from '../record-call'
import { type Services } from '../../services'

/**
 * The sessions of a user. Every user who can sign in can sign out, also with an unconfirmed phone or as an operator.
 */
export function sessionCalls(services: Services): Handler[] {
  const { db, realClock } = services
  return [
    authenticated(contract.sessions.list, async (_request, { user, tokenId }) => {
      const rows = await liveTokens(db, user.id, realClock.now())
      return {
        items: rows.map(({ id, device, address, createdAt, lastUsedAt }) => ({
          id,
          device,
          address,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          current: id === tokenId,
        })),
      }
    }),

    authenticated(contract.sessions.end, async (call, caller) => {
      const { user, tokenId } = caller
      const { body, address, device } = call
      const { id, currentPassword } = body
      const live = await liveTokens(db, user.id, realClock.now())
      const isSignOut = id === tokenId
      const ends = live.some((one) => (id === undefined ? one.id !== tokenId : one.id === id))
      if (!ends && id !== undefined) throw new Refusal('not_found')
      // Whoever has copied a session must not lock its owner out of the others.
      if (ends && !isSignOut)
        await requireStepUp(services, { caller, currentPassword, address, device }, { countedBy: tokenId })
      const ended = await db.transaction(async (tx) => {
        // A new password issues a bearer in its own transaction, under the same lock: it ends with the others, or never is.
        await lockAccount(tx, user.id)
        const whose = { userId: user.id, now: realClock.now() }
        const count = await endLiveTokens(
          tx,
          id === undefined ? { ...whose, except: tokenId } : { ...whose, id, keepsTrust: isSignOut },
        )
        if (count > 0)
          await recordCall(services, { ...call, db: tx }, user, {
            ...(isSignOut ? { kind: 'signed_out' } : { kind: 'session_ended', values: { sessions: count } }),
          })
        return count
      })
      if (id !== undefined && ended === 0) throw new Refusal('not_found')
      return { ended }
    }),
  ]
}
