import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { type Call } from '~/contract/call'
import { type Dialect } from '~/upstream/dialect/dialect.server'
import { dialectOf, translateRequest } from '~/upstream/dialect/translate.server'
import { headersOf } from '~/upstream/pool.server'
import { partsOf } from '~/upstream/target.server'
import { NoAnswer, exchange } from '~/upstream/transport.server'
import { type Finding, differs, missing, notTried } from './findings'
import { type Judged, judge } from './judge'

/** Sends single calls as the app does, and judges the answers. */

export interface Question {
  id: string
  call: Call
  input: Record<string, unknown>
  token: string | null
  key?: string
}

export interface Questions {
  ask: (question: Question) => Promise<Judged>
  close: () => Promise<void>
}

/** Nothing of the upstream was reached. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** @param url the upstream's base without the prefix of its calls */
export function openQuestions(url: string, dialect: Dialect, timeoutMs: number): Questions {
  const base = new URL(url)
  const prefix = `${base.pathname.replace(/\/+$/, '')}${dialect.prefix}`
  const pool = new Pool(base.origin, { connections: 1, connect: { timeout: timeoutMs } })
  let isReached = false

  async function ask({ id, call, input, token, key }: Question): Promise<Judged> {
    const nothing = (finding: Finding): Judged => ({ finding, value: null })
    const own = dialectOf(dialect, id)
    if (!own) return nothing(missing('the dialect has none', call.extension === undefined))
    const parts = partsOf(call, input)
    if (!parts) return nothing(notTried('what it would be asked about can not stand in an address'))
    const translated = translateRequest(dialect, own, call, parts)
    const requestId = randomUUID()
    const caller = { token, language: 'en', requestId, address: null, device: 'conformance' } as const
    try {
      const answer = await exchange(pool, {
        method: translated.method,
        path: prefix + translated.path,
        headers: headersOf(caller, { key }, translated, dialect),
        body: translated.body,
        budgetMs: timeoutMs,
      })
      isReached = true
      const hasBearer = token !== null
      const sendsPassword = 'currentPassword' in input
      return judge({ id, call, requestId, hasBearer, sendsPassword, input, dialect, own }, answer)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (!isReached) throw new Unreachable(`The upstream gives no answer: ${error.message}`)
      const seen = { timeout: 'none in time', too_large: 'more than is taken' }[error.reason as string]
      return nothing(differs([{ field: '', expected: 'an answer', seen: seen ?? 'a broken connection' }]))
    }
  }

  return { ask, close: () => pool.close() }
}
