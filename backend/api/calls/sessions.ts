import { contract } from '~/contract/index'
import { endLiveTokens, liveTokens } from '../../auth/tokens'
import { Refusal } from '../../domain/refusal'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/**
 * The sessions of a user. Every user who can sign in can sign out, also with an unconfirmed phone or as an operator.
 */
export function sessionCalls({ db, realClock }: Services): Handler[] {
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

    authenticated(contract.sessions.end, async ({ body: { id } }, { user, tokenId }) => {
      const whose = { userId: user.id, now: realClock.now() }
      const ended = await endLiveTokens(
        db,
        id === undefined ? { ...whose, except: tokenId } : { ...whose, id },
      )
      if (id !== undefined && ended === 0) throw new Refusal('not_found')
      return { ended }
    }),
  ]
}
