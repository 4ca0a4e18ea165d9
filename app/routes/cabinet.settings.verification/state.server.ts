import { type VerificationState } from '~/contract/user-data'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

const nothing = { reason: null, submittedAt: null, documentNumberMasked: null }

/** How far the verification has come. An upstream may have nothing of somebody who has handed in nothing. */
export async function verificationOf(upstream: Upstream): Promise<VerificationState> {
  const answer = await ifFound(upstream.userData.byType({ type: 'verification' }))
  if (!answer) return { status: 'none', ...nothing }
  return answer.type === 'verification' ? answer.data : { status: 'unknown', ...nothing }
}

/** Documents are taken once at a time: not while some are looked at, and not when they were accepted. */
export function canHandIn({ status }: VerificationState): boolean {
  return status === 'none' || status === 'rejected'
}
