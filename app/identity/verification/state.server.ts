import { type VerificationState } from '~/contract/user-data'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

const nothing = { reason: null, submittedAt: null, documentNumberMasked: null }

/** The state of the verification. An upstream may have no record before the first documents. */
export async function verificationOf(upstream: Upstream): Promise<VerificationState> {
  const answer = await ifFound(upstream.userData.byType({ type: 'verification' }))
  if (!answer) return { status: 'none', ...nothing }
  return answer.type === 'verification' ? answer.data : { status: 'unknown', ...nothing }
}

/** Documents are accepted once at a time: not while some are being checked, and not after approval. */
export function canHandIn({ status }: VerificationState): boolean {
  return status === 'none' || status === 'rejected'
}
