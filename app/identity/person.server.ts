import { type CallAnswer } from '~/contract/call'
import { type maritalStatuses, type userData } from '~/contract/user-data'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

export interface Person {
  fullName: string | null
  /** `YYYY-MM-DD`. */
  birthDate: string | null
  maritalStatus: (typeof maritalStatuses)[number] | null
}

/** The personal data that the investor entered. */
export async function personOf(upstream: Upstream): Promise<Person> {
  return personIn(await ifFound(upstream.userData.byType({ type: 'profile' })))
}

/** The same in an answer; a marital status that this version does not know counts as none. */
export function personIn(answer: CallAnswer<typeof userData.byType> | null): Person {
  if (answer?.type !== 'profile') return { fullName: null, birthDate: null, maritalStatus: null }
  const { fullName, birthDate, maritalStatus } = answer.data
  return { fullName, birthDate, maritalStatus: maritalStatus === 'unknown' ? null : maritalStatus }
}
