import { type RequestContext } from '~/context'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Language } from '~/contract/languages'
import { type I18n } from '~/locale/create'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type CaseSubject } from './work.server'

/** Cases by what people call them, for pages that name several. */

export interface DescribedCase {
  id: string
  /** The login, or who has written. */
  name: string
  /** An amount, or what it is about. */
  what: string | null
  /** In which its investor reads; null if it can't be known. */
  language: Language | null
  /** Of a withdrawal: what leaves the balance, and what is sent of it. */
  withdrawal?: { amount: string; net: string; currency: string }
  /** Of a top-up: where its transfer is to arrive. */
  transfer?: { amount: string; currency: string; network: string | null; wallet: string | null }
}

export type ReadCase = (id: string) => Promise<DescribedCase>

/** Reads each case of a queue once; one that can't be read is named by its id. */
export function openCases(
  { upstream, i18n }: Pick<RequestContext, 'upstream' | 'i18n'>,
  queue: CaseQueue,
): ReadCase {
  const known = new Map<string, Promise<DescribedCase>>()
  const read = async (id: string): Promise<DescribedCase> => {
    try {
      return { id, ...(await describe[queue](upstream, { queue, id }, i18n)) }
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
      return { id, name: id, what: null, language: null }
    }
  }
  return (id) => {
    const found = known.get(id) ?? read(id)
    known.set(id, found)
    return found
  }
}

type Describe = (
  upstream: RequestContext['upstream'],
  subject: CaseSubject,
  i18n: I18n,
) => Promise<Omit<DescribedCase, 'id'>>

const describe: Record<CaseQueue, Describe> = {
  async payments({ operator }, { id }, i18n) {
    const found = await operator.payment({ id })
    const { owner, amount, net, ...payment } = found.payment
    const currency = payment.currency ?? ''
    return {
      name: owner.login,
      what: i18n.amount(net ?? amount, currency, { exact: true }),
      language: found.case.investor?.language ?? null,
      withdrawal: { amount, net: net ?? amount, currency },
    }
  },
  async refills({ operator }, { id }, i18n) {
    const found = await operator.refill({ id })
    const { owner, requestAmount: amount, network, wallet, ...refill } = found.refill
    const currency = refill.currency ?? ''
    return {
      name: owner.login,
      what: i18n.amount(amount, currency, { exact: true }),
      language: found.case.investor?.language ?? null,
      transfer: { amount, currency, network, wallet },
    }
  },
  async transfers({ operator }, { id }, i18n) {
    const { transfer, ...found } = await operator.transfer({ id })
    const { owner, amount, currency, problem, report = null } = transfer
    return {
      name: owner?.login ?? i18n.t(`cases:problem.${problem}`),
      what: report === null ? i18n.amount(amount, currency, { exact: true }) : null,
      language: found.case.investor?.language ?? null,
    }
  },
  async verifications({ operator }, { id }) {
    const found = await operator.verification({ id })
    const { owner, person } = found.verification
    return {
      name: owner.login,
      what: person.fullName ?? null,
      language: found.case.investor?.language ?? null,
    }
  },
  async inquiries({ operator }, { id }, i18n) {
    const found = await operator.inquiry({ id })
    const { owner, name, email, phone, kind, language = null } = found.inquiry
    return {
      name: owner?.login ?? name ?? email ?? phone ?? id,
      what: i18n.t(`cases:kind.${kind}`),
      language: found.case.investor?.language ?? language,
    }
  },
  async applications({ operator }, { id }) {
    const { application } = await operator.application({ id })
    const { name, phone, vacancy, language = null } = application
    return { name: name ?? phone ?? id, what: vacancy.title ?? vacancy.id, language }
  },
}
