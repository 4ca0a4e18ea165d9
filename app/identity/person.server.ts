import { type maritalStatuses } from '~/contract/user-data'
import { type Upstream } from '~/upstream/types'

export interface Person {
  fullName: string | null
  /** `YYYY-MM-DD`. */
  birthDate: string | null
  maritalStatus: (typeof maritalStatuses)[number] | null
}

/** What the investor has said of the person; a marital status that this version does not know counts as none. */
export async function personOf(upstream: Upstream): Promise<Person> {
  const answer = await upstream.userData.byType({ type: 'profile' })
  if (answer.type !== 'profile') return { fullName: null, birthDate: null, maritalStatus: null }
  const { fullName, birthDate, maritalStatus } = answer.data
  return { fullName, birthDate, maritalStatus: maritalStatus === 'unknown' ? null : maritalStatus }
}
