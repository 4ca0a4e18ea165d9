import { expect } from 'vitest'
import { calls } from '~/contract'
import { type Call } from '~/contract/call'
import { errorsOf } from '~/contract/call-errors'
import { type ErrorCode, Problem, errorStatus } from '~/contract/errors'
import { type Sending, send } from './client'
import { errorTextOf } from '../support/texts'
import { type TestUpstream } from './upstream'

/** Provokes refusals, checks that the contract names them for their call, and records which were provoked. */
export interface Refusals {
  readonly upstream: TestUpstream
  /** `deposits.create insufficient_funds`, … */
  readonly provoked: ReadonlySet<string>
  /**
   * Sends a call that must be refused with this code, and checks status, English text and request id. Returns
   * the body.
   */
  refused: (
    code: ErrorCode,
    call: Call,
    input?: Record<string, unknown>,
    sending?: Sending,
  ) => Promise<Problem>
}

/** @param upstreamOf returns the upstream once it has started */
export function recordRefusals(upstreamOf: () => TestUpstream): Refusals {
  const provoked = new Set<string>()
  return {
    get upstream() {
      return upstreamOf()
    },
    provoked,
    async refused(code, call, input = {}, sending = {}) {
      const headers = { 'x-request-id': 'asked-in-english' }
      const answer = await send(upstreamOf(), call, input, { ...sending, headers })
      const problem = Problem.parse(answer.body)
      expect(errorsOf(call), `${nameOf(call)} names ${code}`).toContain(code)
      expect(problem).toMatchObject({ code, requestId: 'asked-in-english' })
      expect(answer.status).toBe(errorStatus[code])
      expect(answer.headers.get('x-request-id')).toBe('asked-in-english')
      expect(problem.message).toBe(filled(errorTextOf('en', code), problem))
      provoked.add(`${nameOf(call)} ${code}`)
      return problem
    },
  }
}

function nameOf(call: Call): string {
  const found = calls.find(([, one]) => one === call)
  if (!found) throw new Error(`${call.path} is no call of the contract`)
  return found[0]
}

/** The expected text, with the parameters of the problem filled in. */
function filled(text: string, { params = {} }: Problem): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')).trim()
}
