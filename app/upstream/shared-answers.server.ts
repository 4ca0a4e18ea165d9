import { LRUCache } from 'lru-cache'

/**
 * What the upstream tells everybody alike: plans, rates, networks, settings, news. A public page is made of a dozen
 * such answers, so for a few seconds one answer serves every page that is rendered. Asked for once at a time; failures
 * are told to those who wait and kept by nobody.
 */

/** The calls whose answer depends on the language alone. Who carries a bearer asks for themselves. */
const alikeForAll: ReadonlySet<string> = new Set([
  'settings.get',
  'settings.plans',
  'settings.paymentSystems',
  'settings.subscriptionOptions',
  'user.exchangeRate',
  'content.news',
  'content.newsItem',
])

/** Much shorter than a kept page may be old: what is shown is not noticeably older for it. */
const ttlMs = 2_000
/** Pages of the news can be asked for without end. */
const maxEntries = 128

/** A call as far as its answer depends on it. */
export interface Question {
  /** As `settings.get`. */
  id: string
  input: object
  language: string
  hasBearer: boolean
  /** Asked for as a mere part of a page: given up sooner, so it is no answer to who needs it. */
  isSoon: boolean
}

export interface SharedAnswers {
  /** The answer to a question, from `ask` or from who has asked it just now. Frozen, since others hold it too. */
  answer(question: Question, ask: () => Promise<unknown>): Promise<unknown>
  /** What has been answered so far, or is about to be, may be otherwise by now. */
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
