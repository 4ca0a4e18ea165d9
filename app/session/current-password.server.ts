import { type RequestContext } from '~/context'
import { passwordErrors } from '~/contract/errors'
import { UpstreamFailure } from '~/upstream/failure.server'

/**
 * Makes a call that may require the password, and counts a typed password as an attempt: by user, over all the forms
 * that require it, so that a copied cookie can't guess. Only the upstream knows whether it is required and right.
 * @param currentPassword undefined or empty if none was typed, which is no attempt
 * @throws UpstreamFailure of the call; `too_many_requests` without a call after five attempts in ten minutes
 */
export async function withCurrentPassword<Answer>(
  { limits, requestId, session }: Pick<RequestContext, 'limits' | 'requestId' | 'session'>,
  currentPassword: string | undefined,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const userId = session.user?.id
  if (!currentPassword || userId === undefined) return call()
  const retryAfter = await limits.take('currentPassword', userId)
  if (retryAfter !== null) {
    const details = { kind: 'rate_limited', code: 'too_many_requests', status: 429 } as const
    throw new UpstreamFailure({ ...details, call: 'step-up', requestId, sent: false, retryAfter })
  }
  try {
    const answer = await call()
    await limits.giveBack('currentPassword', userId)
    return answer
  } catch (error) {
    const isOtherRefusal =
      error instanceof UpstreamFailure && error.kind === 'refused' && error.code !== 'password_wrong'
    if (isOtherRefusal) await limits.giveBack('currentPassword', userId)
    throw error
  }
}

const passwordCodes: readonly (string | undefined)[] = passwordErrors

/** Whether the failure is about the password: missing or wrong. */
export const isAboutPassword = ({ code }: UpstreamFailure): boolean => passwordCodes.includes(code)
