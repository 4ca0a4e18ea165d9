import { type VerificationState } from '~/contract/user-data'
import { type Upstream } from '~/upstream/types'

/** How far the verification has come. */
export async function verificationOf(upstream: Upstream): Promise<VerificationState> {
  const answer = await upstream.userData.byType({ type: 'verification' })
  if (answer.type === 'verification') return answer.data
  return { status: 'unknown', reason: null, submittedAt: null, documentNumberMasked: null }
}

/** Documents are taken once at a time: not while some are looked at, and not when they were accepted. */
export function canHandIn({ status }: VerificationState): boolean {
  return status === 'none' || status === 'rejected'
}
