import { randomBytes } from 'node:crypto'
import { contract } from '~/contract'
import { type CallAnswer, isChange } from '~/contract/call'
import { type AnswerOptions, readKept, saysSomething, untrusted } from './answer.server'
import { UpstreamFailure, mayBeDone } from './failure.server'
import { type Caller, type SendAny } from './types'

/**
 * Asks for the answers of changes that were lost. A change that moves no money has no key of its form. It gets one for its
 * sending, by which the upstream is asked for the answer where none came, or one that says it was not carried out: a gateway,
 * or an upstream that fails after it has committed, says so of what is done. An answer that says nothing but success may be a
 * gateway's as well. An upstream without the extension `answers` is not asked.
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

/** 144 random bits. */
const newKey = () => randomBytes(18).toString('base64url')

export function createKeptAnswers({ send, readingOf }: KeptAnswersOptions): KeptAnswers {
  /** Null until the extensions are known. */
  let areKept: boolean | null = null

  /** The answer of the call that carried the key; null where the upstream keeps none, or can't be reached. */
  async function answerOf(caller: Caller, key: string) {
    const soon = { soon: true, withoutBearer: true }
    try {
      if (areKept === null)
        await send(caller, 'settings.get', contract.settings.get, { key: 'extensions' }, soon)
      if (!areKept) return null
      const { one } = contract.answers
      return (await send(caller, 'answers.one', one, { key }, soon)) as CallAnswer<typeof one>
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      return error.kind === 'not_found' && error.code === 'not_found' ? 'none' : null
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
        const kept = await answerOf(caller, answerKey)
        const reading = readingOf(id, input)
        if (!kept || kept === 'none' || !reading) throw error
        if (kept.state === 'running')
          throw mayBeDone(error) ? error : untrusted(request, error.status, 'refused while it runs')
        return readKept(request, kept.body, reading)
      }
      const isUnknown = !saysSomething(call) && (await answerOf(caller, answerKey)) === 'none'
      if (isUnknown) throw untrusted(request, call.status, 'success of a call that was never seen')
      return answer
    },
  }
}
