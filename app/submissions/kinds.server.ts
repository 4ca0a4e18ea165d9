import { type Call, type CallOutput } from '~/contract/call'
import { deposits, payments, refills } from '~/contract/funds'
import { compare } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { type FormName, type SubmittedValues } from './types'

/**
 * What each form that moves money makes, and how its entry is found again when the answer was lost. Entries are
 * compared with all that was sent; what was made before the sending is never taken for it.
 */

export interface Kind {
  /** The call that the form makes. */
  call: Call
  /** The id of the entry in that call's answer, null where the answer is not one. */
  idOf: (body: unknown) => string | null
  /** Ids of the entries with these values that were made at `since` (milliseconds) or later. */
  find(upstream: Upstream, values: SubmittedValues, since: number): Promise<string[]>
}

/** The newest entries that are looked through: more than one investor makes in the time that matters. */
const newest = { sortDir: 'desc', limit: 100 } as const

export const kinds: Record<FormName, Kind> = {
  'refills.create': {
    call: refills.create,
    idOf: idBy(refills.create, (refill) => refill.id),
    async find(upstream, { system, amount }, since) {
      const { items } = await upstream.refills.list({ ...newest, sort: 'createdAt' })
      return items
        .filter((refill) => refill.system === system && same(refill.requestAmount, amount))
        .filter((refill) => Date.parse(refill.createdAt) >= since)
        .map((refill) => refill.id)
    },
  },
  'deposits.create': {
    call: deposits.create,
    idOf: idBy(deposits.create, ({ deposit }) => deposit.id),
    async find(upstream, { planId, currency, amount }, since) {
      const { items } = await upstream.deposits.list({ ...newest, sort: 'startedAt' })
      return items
        .filter((deposit) => deposit.plan.id === planId && deposit.currency === currency)
        .filter((deposit) => same(deposit.amount, amount) && Date.parse(deposit.startedAt) >= since)
        .map((deposit) => deposit.id)
    },
  },
  'deposits.close': {
    call: deposits.close,
    idOf: idBy(deposits.close, ({ deposit }) => deposit.id),
    async find(upstream, { id }, since) {
      const { items } = await upstream.deposits.list({ ...newest, sort: 'startedAt', status: 'closed' })
      return items
        .filter((deposit) => deposit.id === id && deposit.closedAt && Date.parse(deposit.closedAt) >= since)
        .map((deposit) => deposit.id)
    },
  },
  'payments.create': {
    call: payments.create,
    idOf: idBy(payments.create, ({ payment }) => payment.id),
    async find(upstream, { system, amount, wallet }, since) {
      const { items } = await upstream.payments.list({ ...newest, sort: 'createdAt' })
      return items
        .filter((payment) => payment.system === system && payment.wallet === wallet)
        .filter((payment) => same(payment.amount, amount) && Date.parse(payment.createdAt) >= since)
        .map((payment) => payment.id)
    },
  },
}

function idBy<C extends Call>(call: C, pick: (output: CallOutput<C>) => string): Kind['idOf'] {
  return (body) => {
    const output = call.output.safeParse(body)
    return output.success ? pick(output.data as CallOutput<C>) : null
  }
}

function same(amount: string, sent: string | undefined): boolean {
  return sent !== undefined && compare(amount, sent) === 0
}
