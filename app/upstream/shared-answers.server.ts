import { LRUCache } from 'lru-cache'

/**
 * A cache of responses that are the same for everybody: plans, rates, networks, settings, news. A public page needs a dozen
 * of them, so each is reused for a few seconds. Concurrent requests for the same response are merged; failures are not
 * cached.
 */

/** The calls whose response depends on the language alone. A call with a bearer is never shared. */
const alikeForAll: ReadonlySet<string> = new Set([
  'settings.get',
  'settings.plans',
  'settings.paymentSystems',
  'settings.subscriptionOptions',
  'user.exchangeRate',
  'content.news',
  'content.newsItem',
])

/** Much shorter than the page cache's time, so that pages are not noticeably older for it. */
const ttlMs = 2_000
/** A bound on the entries: there is no end to the pages of news that can be requested. */
const maxEntries = 128

/** The part of a call that its response depends on. */
export interface Question {
  /** Such as `settings.get`. */
  id: string
  input: object
  language: string
  hasBearer: boolean
  /** Requested as an optional part of a page: with its shorter timeout it is not shared with a page that needs it. */
  isSoon: boolean
}

export interface SharedAnswers {
  /** The cached response, or the one that `ask` loads. Frozen, because others share it. */
  answer(question: Question, ask: () => Promise<unknown>): Promise<unknown>
  /** Empties the cache; responses that are still loading are not cached either. */
  forget(): void
}

export function createSharedAnswers(now: () => number = () => performance.now()): SharedAnswers {
  const answers = new LRUCache<string, { value: unknown; receivedAtMs: number }>({ max: maxEntries })
  const underWay = new Map<string, Promise<unknown>>()

  return {
    answer({ id, input, language, hasBearer, isSoon }, ask) {
      if (hasBearer || !alikeForAll.has(id)) return ask()
      const key = `${language} ${id} ${JSON.stringify(input)}`
      const known = answers.get(key)
      if (known && now() - known.receivedAtMs < ttlMs) return Promise.resolve(known.value)

      const flight = `${key} ${isSoon}`
      const request = underWay.get(flight)
      if (request) return request
      const answer = ask()
        .then((value) => {
          deepFreeze(value)
          if (underWay.get(flight) === answer) answers.set(key, { value, receivedAtMs: now() })
          return value
        })
        .finally(() => {
          if (underWay.get(flight) === answer) underWay.delete(flight)
        })
      underWay.set(flight, answer)
      return answer
    },
    forget() {
      answers.clear()
      underWay.clear()
    },
  }
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(deepFreeze)
}
