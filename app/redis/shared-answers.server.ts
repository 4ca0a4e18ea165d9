import { type createClient } from 'redis'
import { inTime } from './connect.server'

/** What instances share, by keys; out of reach it has nothing. */
export interface SharedAnswers {
  save(key: string, sealed: string, forMs: number): Promise<void>
  find(key: string): Promise<string | null>
}

/** How long a page waits for the store before it says that nothing is known yet. */
const answerWithinMs = 1_000

/** Answers that are later than their readers, where every instance finds them. A store out of reach has none. */
export function createSharedAnswers(client: ReturnType<typeof createClient>): SharedAnswers {
  return {
    async save(key, sealed, forMs) {
      const expiration = { type: 'PX', value: forMs } as const
      await inTime(answerWithinMs, client.set(keyOf(key), sealed, { expiration })).catch(() => undefined)
    },
    find: (key) => inTime(answerWithinMs, client.get(keyOf(key))).catch(() => null),
  }
}

const keyOf = (key: string) => `tideline:late-answer:${key}`
