import { type createClient } from 'redis'
import { inTime } from '~/redis/connect.server'
import { type Signals } from '~/redis/signals.server'
import { type UpstreamLog } from '~/upstream/types'
import { type EndedSessions } from './ended-sessions.server'
import { absoluteMs, type Vault } from './vault.server'

/**
 * Sessions that were signed out on any instance. With a shared store, a copied cookie of a session that ended on
 * another instance, or before a restart, is refused too. A session is looked up as its cookie is opened, so that later
 * checks need not wait; listeners with an open session are notified. Invariants: an unreachable store locks no user
 * out; a session that ended here is then still known here, and everywhere once the store is back.
 */

interface Shared {
  ended: EndedSessions
  vault: Vault
}

export interface SharedOptions extends Shared {
  /** Null if there is no store: only this process knows ended sessions. */
  redis: ReturnType<typeof createClient> | null
  signals: Signals
  log: UpstreamLog
  /** How long a page waits for the store before it continues without it. */
  answerWithinMs?: number
}

export function shareEndedSessions({
  ended,
  vault,
  redis,
  signals,
  log,
  answerWithinMs = 500,
}: SharedOptions): Shared {
  if (!redis) return { ended, vault }
  const client = redis

  const warn = (error: unknown) =>
    log.warn({ error: String(error) }, 'the record of ended sessions is out of reach')

  signals.listen(endChannel, (id) => {
    if (!ended.has(id)) ended.add(id)
  })

  /** Of sessions that ended while the store was away. */
  const unshared = new Set<string>()
  signals.onGap(() => {
    for (const id of [...unshared]) share(id)
  })

  function share(id: string): void {
    unshared.add(id)
    signals.send(endChannel, id)
    const kept = client.set(keyOf(id), '1', { expiration: { type: 'PX', value: absoluteMs } })
    kept.then(() => unshared.delete(id)).catch(warn)
  }

  async function recall(id: string): Promise<void> {
    if (ended.has(id)) return
    try {
      if (await inTime(answerWithinMs, client.exists(keyOf(id)))) ended.add(id)
    } catch (error) {
      warn(error)
    }
  }

  return {
    ended: {
      ...ended,
      add(id) {
        ended.add(id)
        share(id)
      },
    },
    vault: {
      ...vault,
      async open(value) {
        const opened = await vault.open(value)
        if (opened.state === 'live') await recall(opened.contents.id)
        return opened
      },
    },
  }
}

const endChannel = 'session-ended'

const keyOf = (id: string) => `tideline:ended:${id}`
