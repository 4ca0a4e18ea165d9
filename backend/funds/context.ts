import { type Language } from '~/contract/languages'

/** What a use case of money knows about its surroundings. */
export interface FundsContext {
  /** The product's time: what the ledger, terms and expiries go by. */
  now: Date
  /** The product's time at this very moment, for what is judged after a wait for a lock; `now` where it is left out. */
  present?: () => Date
  /** Real time, which quotes of rates run on. */
  realNow: Date
  newId: () => string
  /** Whether this is a demonstration. Only a demonstration may give out addresses without an owner. */
  demo: boolean
  /** Fewer receiving addresses of a payment system than these are few; nothing is few where it is left out. */
  lowAddresses?: number
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
