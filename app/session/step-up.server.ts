import { type RequestContext } from '~/context'
import { passwordErrors, stepUpErrors } from '~/contract/errors'
import { type Factor } from '~/contract/extensions/second-factors'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'

/**
 * Step-up: a call that may require the password or a second factor, with what was typed for it. Only the upstream knows
 * what is required and right. Invariants: a typed password counts as an attempt by user, over all the forms that ask for
 * it, so that a copied cookie can't guess; a code goes to a call of its own first.
 */

export interface TypedStepUp {
  /** What the page asked for. */
  stepUp?: string
  /** Undefined or empty if none was typed, which is no attempt. */
  currentPassword?: string
  stepUpCode?: string
  /** What a passkey has signed, as JSON. */
  stepUpCredential?: string
}

/**
 * @param options.countedBy counts typed passwords by this instead of the user
 * @throws UpstreamFailure of the call; `too_many_requests` without a call after five passwords in ten minutes; the
 * refusal of the code, which the form has not sent before
 */
export async function withStepUp<Answer>(
  context: Pick<RequestContext, 'limits' | 'requestId' | 'session' | 'upstream'>,
  { currentPassword, ...typed }: TypedStepUp,
  call: () => Promise<Answer>,
  options: { countedBy?: string } = {},
): Promise<Answer> {
  const refusal = await stepUp(context, typed)
  const countedBy = options.countedBy ?? context.session.user?.id
  try {
    return await countingPassword(context, { currentPassword, countedBy }, call)
  } catch (error) {
    throw refusal && error instanceof UpstreamFailure && asksForStepUp(error) ? refusal : error
  }
}

/**
 * A code is good once, and so is what a passkey has signed. One that is refused may have done its work before, for a post
 * whose answer was lost, and one whose own answer is lost may have done it now: then the form's own call goes through, and
 * only if it does not the code was wrong, or not checked.
 * @returns the failure of the code or the passkey; null if it was right, or none was given
 * @throws UpstreamFailure of one that has certainly done nothing; nothing of the form was sent then
 */
async function stepUp(
  { upstream }: Pick<RequestContext, 'upstream'>,
  { stepUp: question, stepUpCode, stepUpCredential }: Omit<TypedStepUp, 'currentPassword'>,
): Promise<UpstreamFailure | null> {
  try {
    if (stepUpCredential) await upstream.passkeys.stepUp({ credential: stepUpCredential })
    else if (stepUpCode) await upstream.secondFactors.stepUp({ code: stepUpCode })
    return null
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
    const { kind, call, requestId, status, content, retryAfter, problem } = error
    // Its fields are those of another call than the form's.
    const failure = new UpstreamFailure({
      ...{ kind, call, requestId, status, content, retryAfter, code: error.code },
      problem: { message: problem?.message ?? '', params: { methods: question ?? '' } },
      sent: false,
    })
    if (!isWrongProof(error) && !mayBeDone(error)) throw failure
    return failure
  }
}

/** Of a code or a passkey, which is good once: the post whose answer was lost may have used it. */
const isWrongProof = ({ code = '' }: UpstreamFailure) =>
  ['factor_code_invalid', 'step_up_code_invalid', 'passkey_invalid'].includes(code)

async function countingPassword<Answer>(
  { limits, requestId }: Pick<RequestContext, 'limits' | 'requestId'>,
  { currentPassword, countedBy }: { currentPassword: string | undefined; countedBy: string | undefined },
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!currentPassword || countedBy === undefined) return call()
  const retryAfter = await limits.take('currentPassword', countedBy)
  if (retryAfter !== null) {
    const details = { kind: 'rate_limited', code: 'too_many_requests', status: 429 } as const
    throw new UpstreamFailure({ ...details, call: 'step-up', requestId, sent: false, retryAfter })
  }
  try {
    const answer = await call()
    await limits.giveBack('currentPassword', countedBy)
    return answer
  } catch (error) {
    const isOtherRefusal =
      error instanceof UpstreamFailure &&
      (error.kind === 'refused' || error.kind === 'forbidden') &&
      error.code !== 'password_wrong'
    if (isOtherRefusal) await limits.giveBack('currentPassword', countedBy)
    throw error
  }
}

/**
 * What a page asks for before something that a copied cookie must not do. `passkey` leaves the choice of a code; `email`
 * and `sms` mean a code that was sent there, after the password, to somebody without a second factor.
 */
export const stepUpQuestions = ['password', 'code', 'passkey', 'email', 'sms'] as const
export type StepUpQuestion = (typeof stepUpQuestions)[number]

const questionOf: Record<string, StepUpQuestion> = {
  ...Object.fromEntries(passwordErrors.map((code) => [code, 'password'])),
  ...Object.fromEntries(
    [...stepUpErrors, 'factor_code_invalid', 'step_up_code_invalid'].map((code) => [code, 'code']),
  ),
  passkey_invalid: 'passkey',
}

/** What a page asks of an account with these second factors; null of one without. */
export function factorQuestionOf(factors: readonly Pick<Factor, 'kind'>[]): StepUpQuestion | null {
  if (factors.length === 0) return null
  return factors.some(({ kind }) => kind === 'passkey') ? 'passkey' : 'code'
}

/** What the failure asks for, because it is missing or wrong; null if it is about something else. */
export function stepUpQuestionOf({
  code = '',
  problem,
}: Partial<Pick<UpstreamFailure, 'code' | 'problem'>>): StepUpQuestion | null {
  const question = Object.hasOwn(questionOf, code) ? questionOf[code]! : null // an own property, as checked
  if (question !== 'code') return question
  const methods = String(problem?.params?.['methods'] ?? '').split(',')
  return (['passkey', 'email', 'sms'] as const).find((one) => methods.includes(one)) ?? 'code'
}

/** Whether the failure only asks: nothing was typed for it. */
export const asksForStepUp = ({ code }: Pick<UpstreamFailure, 'code'>): boolean =>
  code === 'password_required' || code === 'step_up_required'

/**
 * Whether the failure is about the password or the second factor: missing, wrong, or not checked. Nothing of the form
 * was done then.
 */
export const isAboutStepUp = (failure: UpstreamFailure): boolean =>
  stepUpQuestionOf(failure) !== null ||
  failure.call === 'secondFactors.stepUp' ||
  failure.call === 'passkeys.stepUp'
