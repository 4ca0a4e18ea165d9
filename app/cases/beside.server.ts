import { type RequestContext } from '~/context'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type I18n } from '~/locale/create'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

/** The open cases of a queue, which a wide screen shows beside one of them. */

export interface BesideRow {
  id: string
  /** The login, or who has written. */
  name: string
  /** An amount, or what it is about. */
  what: string | null
  /** By when it is promised, or since when it waits; ISO 8601. */
  at: string | null
  takenBy: string | null
}

export interface Beside {
  rows: BesideRow[]
  /** There are more than those. */
  hasMore: boolean
}

/** The first cases that wait, in the order of their queue; null if they can't be read now: the case itself is shown. */
export async function casesBeside(
  { upstream, i18n }: Pick<RequestContext, 'upstream' | 'i18n'>,
  queue: CaseQueue,
): Promise<Beside | null> {
  try {
    const found = await read[queue](upstream, i18n)
    return { rows: found.slice(0, shown), hasMore: found.length > shown }
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
    return null
  }
}

/** As many as stand beside a case without a scroll of their own. */
const shown = 15
/** One more says whether there are more. */
const limit = shown + 1
const oldestFirst = { sort: 'createdAt', sortDir: 'asc', limit } as const

const read: Record<CaseQueue, (upstream: Upstream, i18n: I18n) => Promise<BesideRow[]>> = {
  async payments({ operator }, i18n) {
    const open = { status: 'open', sort: 'expectedBy', sortDir: 'asc', limit } as const
    const { items } = await operator.payments(open)
    return items.flatMap(({ id, owner, net, amount, currency, expectedBy: at, takenBy = null }) =>
      id === null ? [] : { id, name: owner.login, what: exact(i18n, net ?? amount, currency), at, takenBy },
    )
  },
  async refills({ operator }, i18n) {
    const { items } = await operator.refills({ status: 'pending', ...oldestFirst })
    return items.flatMap(({ id, owner, requestAmount, currency, createdAt: at, takenBy = null }) =>
      id === null ? [] : { id, name: owner.login, what: exact(i18n, requestAmount, currency), at, takenBy },
    )
  },
  async transfers({ operator }, i18n) {
    const oldest = { sort: 'waitsSince', sortDir: 'asc', limit } as const
    const { items } = await operator.transfers({ status: 'open', ...oldest })
    return items.map(
      ({ id, owner, amount, currency, problem, report = null, waitsSince: at, takenBy = null }) => ({
        ...{ id, name: owner?.login ?? i18n.t(`cases:problem.${problem}`), at, takenBy },
        what: report === null ? exact(i18n, amount, currency) : null,
      }),
    )
  },
  async verifications({ operator }) {
    const oldest = { sort: 'submittedAt', sortDir: 'asc', limit } as const
    const { items } = await operator.verifications({ status: 'in_process', ...oldest })
    return items.map(({ id, owner, person, submittedAt: at, takenBy = null }) => ({
      ...{ id, name: owner.login, what: person.fullName ?? null, at, takenBy },
    }))
  },
  async inquiries({ operator }, { t }) {
    const { items } = await operator.inquiries({ status: 'open', ...oldestFirst })
    return items.map(({ id, owner, name, email, phone, kind, createdAt: at, takenBy = null }) => ({
      ...{ id, name: owner?.login ?? name ?? email ?? phone ?? id, what: t(`cases:kind.${kind}`) },
      ...{ at, takenBy },
    }))
  },
  async applications({ operator }) {
    const { items } = await operator.applications({ status: 'open', ...oldestFirst })
    return items.map(({ id, name, phone, vacancy, createdAt: at, takenBy = null }) => ({
      ...{ id, name: name ?? phone ?? id, what: vacancy.title ?? vacancy.id, at, takenBy },
    }))
  },
}

const exact = ({ amount }: I18n, value: string, currency: string | null) =>
  amount(value, currency ?? '', { exact: true })
