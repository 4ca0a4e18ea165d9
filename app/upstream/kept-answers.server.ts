import { randomBytes } from 'node:crypto'
import { contract } from '~/contract'
import { type CallAnswer, isChange } from '~/contract/call'
import { type AnswerOptions, readKept, saysSomething, untrusted } from './answer.server'
import { UpstreamFailure, isUnexplained, mayBeDone } from './failure.server'
import { type Caller, type SendAny } from './types'

/**
 * Asks for the answers of changes that were lost. A change that moves no money has no key of its form. It gets one for its
 * sending, by which the upstream is asked for the answer where none came, or one that says it was not carried out: a gateway,
 * or an upstream that fails after it has committed, says so of what is done. An answer that says nothing but success may be a
 * gateway's as well. Where the upstream keeps answers and can't be asked, a refusal without a reason is not believed. One
 * without the extension `answers` is not asked.
 */

type SendFor = (caller: Caller, ...call: Parameters<SendAny>) => Promise<unknown>

interface KeptAnswersOptions {
  send: SendFor
  /** How the call's answer is read; null for a call that this upstream does not have. */
  readingOf: (id: string, input: object) => AnswerOptions | null
}

export interface KeptAnswers {
  /** The extensions that the upstream lists now. */
  note(extensions: readonly string[]): void
  /** @throws UpstreamFailure as the call itself, unless the upstream has kept another answer */
  send: SendFor
}

type Kept = CallAnswer<typeof contract.answers.one>

const soon = { soon: true, withoutBearer: true }

/** How a call of the upstream has failed. @throws what is no failure of the upstream */
function failureIn(error: unknown): UpstreamFailure {
  if (!(error instanceof UpstreamFailure)) throw error
  return error
}

const isAway = ({ kind }: UpstreamFailure) => kind === 'timeout' || kind === 'unavailable'

/** 144 random bits. */
const newKey = () => randomBytes(18).toString('base64url')

export function createKeptAnswers({ send, readingOf }: KeptAnswersOptions): KeptAnswers {
  /** Null until the extensions are known. */
  let areKept: boolean | null = null

  /** False where it keeps none; null where it can't be reached. */
  async function keepsAnswers(caller: Caller): Promise<boolean | null> {
    if (areKept !== null) return areKept
    try {
      await send(caller, 'settings.get', contract.settings.get, { key: 'extensions' }, soon)
      return areKept
    } catch (error) {
      return isAway(failureIn(error)) ? null : false
    }
  }

  /** Where the call that carried the key is, and its answer. */
  async function answerOf(
    caller: Caller,
    key: string,
  ): Promise<Kept | 'not kept' | 'unseen' | 'unreachable'> {
    const isKept = await keepsAnswers(caller)
    if (!isKept) return isKept === null ? 'unreachable' : 'not kept'
    try {
      return (await send(caller, 'answers.one', contract.answers.one, { key }, soon)) as Kept
    } catch (error) {
      const { kind, code } = failureIn(error)
      return kind === 'not_found' && code === 'not_found' ? 'unseen' : 'unreachable'
    }
  }

  return {
    note(extensions) {
      areKept = extensions.includes('answers')
    },
    async send(caller, id, call, input, options) {
      if (!isChange(call) || call.keyed) return send(caller, id, call, input, options)
      const answerKey = newKey()
      const request = { id, call, requestId: caller.requestId }
      let answer: unknown
      try {
        answer = await send(caller, id, call, input, { ...options, answerKey })
      } catch (error) {
        const isGone = options.signal?.aborted ?? false
        if (!(error instanceof UpstreamFailure) || !error.sent || isGone) throw error
        const notKnown = (why: string) => (mayBeDone(error) ? error : untrusted(request, error.status, why))
        const kept = await answerOf(caller, answerKey)
        if (kept === 'unreachable' && error.kind !== 'unauthorized' && isUnexplained(error))
          throw notKnown('refused, and nobody can be asked')
        const reading = readingOf(id, input)
        if (typeof kept === 'string' || !reading) throw error
        if (kept.state === 'running') throw notKnown('refused while it runs')
        return readKept(request, kept, reading)
      }
      if (saysSomething(call)) return answer
      const kept = await answerOf(caller, answerKey)
      if (kept === 'unseen') throw untrusted(request, call.status, 'success of a call that was never seen')
      const reading = readingOf(id, input)
      const isRefused = typeof kept === 'object' && kept.state === 'refused'
      return isRefused && reading ? readKept(request, kept, reading) : answer
    },
  }
}
