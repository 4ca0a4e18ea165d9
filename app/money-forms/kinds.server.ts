import { type Call, type CallOutput } from '~/contract/call'
import { paymentCancel } from '~/contract/extensions/investor'
import { type LinkedPair, links } from '~/contract/extensions/operator/links'
import { deposits, payments, refills } from '~/contract/funds'
import { type Exchange, user } from '~/contract/user'
import { pastExchanges } from '~/investments/exchanges.server'
import { compare } from '~/money/decimal'
import { ownUser } from '~/session/own-user.server'
import { type Upstream } from '~/upstream/types'
import { pairId } from '~/identity/links/pair-id'
import { isSameAddress } from '~/formats/wallet-address.server'
import { type FormName, type SubmittedValues } from './types'

/**
 * What each form that moves money makes, and how its entry is found again when the answer was lost. Entries are
 * compared with all that was sent; what was made before the sending is never taken for it.
 */

export interface Kind {
  /** The call that the form makes. */
  call: Call
  /** The entry in that call's answer, and whether it is one of these values; null where the answer is not one. */
  read(body: unknown, values: SubmittedValues): { id: string; fits: boolean } | null
  /** Ids of the entries with these values that were made at `since` (milliseconds) or later. */
  find(upstream: Upstream, values: SubmittedValues, since: number): Promise<string[]>
}

/** The newest entries that are looked through: more than one investor makes in the time that matters. */
const newest = { sortDir: 'desc', limit: 100 } as const
const newestBooked = { ...newest, sort: 'createdAt' } as const

export const kinds: Record<FormName, Kind> = {
  'refills.create': kind({
    call: refills.create,
    entryIn: (refill) => refill,
    list: (upstream) => upstream.refills.list({ ...newest, sort: 'createdAt' }),
    fits: ({ system, requestAmount }, values) =>
      system === values.system && isSame(requestAmount, values.amount),
    madeAt: ({ createdAt }) => createdAt,
  }),
  'deposits.create': kind({
    call: deposits.create,
    entryIn: ({ deposit }) => deposit,
    list: (upstream) => upstream.deposits.list({ ...newest, sort: 'startedAt' }),
    fits: ({ plan, currency, amount }, values) =>
      plan.id === values.planId && currency === values.currency && isSame(amount, values.amount),
    madeAt: ({ startedAt }) => startedAt,
  }),
  'deposits.close': kind({
    call: deposits.close,
    entryIn: ({ deposit }) => deposit,
    list: (upstream) => upstream.deposits.list({ ...newest, sort: 'startedAt', status: 'closed' }),
    fits: ({ id }, values) => id === values.id,
    madeAt: ({ closedAt }) => closedAt,
  }),
  'payments.create': kind({
    call: payments.create,
    entryIn: ({ payment }) => payment,
    list: (upstream) => upstream.payments.list({ ...newest, sort: 'createdAt' }),
    fits: ({ system, wallet, amount }, values) =>
      system === values.system && isSameAddress(wallet, values.wallet ?? '') && isSame(amount, values.amount),
    madeAt: ({ createdAt }) => createdAt,
  }),
  // A withdrawal does not say when it was cancelled; the operation that brought its money back does.
  'paymentCancel.cancel': kind<typeof paymentCancel.cancel, Booked>({
    call: paymentCancel.cancel,
    entryIn: ({ payment: { id } }) => ({ id }),
    async list(upstream) {
      const { items } = await upstream.user.operations({ ...newestBooked, type: 'payment_return' })
      return { items: items.map(({ reference, createdAt }) => ({ id: reference?.id ?? '', createdAt })) }
    },
    fits: ({ id }, values) => id === values.id,
    madeAt: ({ createdAt = null }) => createdAt,
  }),
  'user.exchange': kind<typeof user.exchange, Omit<Exchange, 'rate'>>({
    call: user.exchange,
    entryIn: ({ exchange }) => exchange,
    list: async (upstream) => ({ items: await pastExchanges(upstream, newest.limit) }),
    fits: ({ from, to, amountFrom }, values) =>
      from === values.from && to === values.to && isSame(amountFrom, values.amount),
    madeAt: ({ createdAt }) => createdAt,
  }),
  /**
   * A subscription has no id: its end tells one purchase from the next, for each moves it on. Neither the answer nor
   * the statement names the option that was bought, so every purchase fits.
   */
  'user.subscription': kind<typeof user.subscription, Booked>({
    call: user.subscription,
    entryIn: ({ subscription }) => ({ id: subscription.expiresAt }),
    async list(upstream) {
      const [{ items }, { subscription }] = await Promise.all([
        upstream.user.operations({ ...newestBooked, type: 'subscription' }),
        ownUser(upstream),
      ])
      const idOf = (operation: string, place: number) =>
        place === 0 ? (subscription?.expiresAt ?? operation) : operation
      return { items: items.map(({ id, createdAt }, place) => ({ id: idOf(id, place), createdAt })) }
    },
    fits: () => true,
    madeAt: ({ createdAt = null }) => createdAt,
  }),
  /** A pair is decided once: whoever finds it decided with the same reason has found this decision. */
  'operator.takeBackRewards': {
    call: links.takeBackRewards,
    read(body, values) {
      const answer = links.takeBackRewards.output.safeParse(body)
      if (!answer.success) return null
      const { pair } = answer.data
      return { id: pairId(pair), fits: isDecided(pair, values) }
    },
    async find(upstream, values, since) {
      const { id = '', partnerId = '' } = values
      const pair = await upstream.operator.link({ id, partnerId })
      return isDecided(pair, values) && isSince(pair.takenBack?.at ?? null, since) ? [pairId(pair)] : []
    },
  },
}

const isDecided = ({ investor, partner, takenBack }: LinkedPair, values: SubmittedValues): boolean =>
  investor.id === values.id && partner.id === values.partnerId && takenBack?.reason === values.reason

/** An entry that is known by its operation; an answer does not say when that was booked. */
interface Booked {
  id: string
  createdAt?: string
}

interface KindOf<C extends Call, Entry> {
  call: C
  entryIn: (answer: CallOutput<C>) => Entry
  list: (upstream: Upstream) => Promise<{ items: Entry[] }>
  fits: (entry: Entry, values: SubmittedValues) => boolean
  /** ISO 8601; null while the form has not done its work on the entry. */
  madeAt: (entry: Entry) => string | null
}

function kind<C extends Call, Entry extends { id: string }>(of: KindOf<C, Entry>): Kind {
  const { call, entryIn, list, fits, madeAt } = of
  return {
    call,
    read(body, values) {
      const answer = call.output.safeParse(body)
      if (!answer.success) return null
      const entry = entryIn(answer.data as CallOutput<C>)
      return { id: entry.id, fits: fits(entry, values) }
    },
    async find(upstream, values, since) {
      const { items } = await list(upstream)
      return items.filter((entry) => fits(entry, values) && isSince(madeAt(entry), since)).map(({ id }) => id)
    },
  }
}

function isSince(moment: string | null, since: number): boolean {
  return moment !== null && Date.parse(moment) >= since
}

function isSame(amount: string, sent: string | undefined): boolean {
  return sent !== undefined && compare(amount, sent) === 0
}
