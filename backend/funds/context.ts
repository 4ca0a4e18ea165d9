import { type paymentSystems } from '../db/schema/settings'
import { type Decimal } from '../domain/decimal'
import { type Language } from '~/contract/languages'

/** The dependencies of a use case of money. */
export interface FundsContext {
  /** The product's time, which the ledger, terms and expiries use. */
  now: Date
  /** Reads the product's clock, for checks after a wait for a lock; `now` by default. */
  present?: () => Date
  /** Real time, which quotes use. */
  realNow: Date
  newId: () => string
  /** Whether this is a demonstration. Only a demonstration may give out addresses without an owner. */
  demo: boolean
  /** The warning threshold of free receiving addresses per payment system; no warning if absent. */
  lowAddresses?: number
  /** Asks a payment processor for an address; absent where there is none. */
  makeInvoice?: MakeInvoice
}

/**
 * How to ask a payment processor for the invoice of a top-up, whose address it watches; null for a payment system that it does not
 * serve. The question is put to another server, and so never in a transaction. It throws Unavailable when there is no
 * address.
 */
export type MakeInvoice = (request: {
  system: typeof paymentSystems.$inferSelect
  refillId: string
  amount: Decimal
}) => (() => Promise<NewInvoice>) | null

/** What a payment processor has made for a top-up. */
export interface NewInvoice {
  /** The processor's id of it. */
  id: string
  address: string
  /** Real time: until then it learns of transfers to the address. */
  watchedUntil: Date
}

/** The moment that a use case has come to by now: a lock may have been waited for since it began. */
export const presentOf = ({ now, present }: Pick<FundsContext, 'now' | 'present'>): Date => present?.() ?? now

/** Whose list is read, when, and how its days and texts are meant. */
export interface Reader {
  userId: string
  /** The product's time. */
  now: Date
  language: Language
  /** IANA name of the zone whose days `from` and `to` are. */
  timeZone: string
}
