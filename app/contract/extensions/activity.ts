import { z } from 'zod'
import { type Understood } from '../reading'
import { call } from '../call'
import { Amount, Currency, Id, Text, Time, dayRange, listOf, listQuery, word } from '../values'
import { activityGroups, activityKinds, activityOutcomes } from '../words'

/** What was done in an account: by its owner, by someone else who had come by it, and by the company. */

/** What a record tells beside its kind. No secret is among them, and a wallet is masked. */
const ActivityValues = z.object({
  amount: Amount.optional(),
  /** The currency of `amount`. */
  currency: Currency.optional(),
  /** What an exchange gave for it. */
  toAmount: Amount.optional(),
  toCurrency: Currency.optional(),
  /** The first and the last characters of an address. */
  wallet: z.string().max(64).optional(),
  network: Text.optional(),
  /** How many sessions were ended. */
  sessions: z.number().int().min(0).optional(),
})

export const Activity = z.object({
  id: Id,
  /** Real time, also in a demonstration whose clock was moved. */
  at: Time,
  kind: word(...activityKinds.access, ...activityKinds.account, ...activityKinds.money),
  outcome: word(...activityOutcomes),
  /** The client's own name for itself; null if it named none, or the company did it. */
  device: Text.nullable(),
  /** Null if the company did it, and of refused attempts that came from many networks. */
  address: z.string().max(64).nullable(),
  /** Attempts that are counted together have one record: how many there were, and when the last one was. */
  times: z.number().int().min(1),
  lastAt: Time,
  values: ActivityValues,
  reference: z.object({ kind: z.string().max(32), id: Id }).nullable(),
})
export type Activity = Understood<typeof Activity>

export const activity = {
  list: call({
    method: 'GET',
    path: '/ext/activity',
    access: 'confirmed',
    extension: 'activity',
    summary:
      'What was done in the account: when, what, from which device and network, and whether it was refused',
    query: listQuery(
      ['at'],
      {
        group: z.enum(activityGroups).optional(),
        outcome: z.enum(activityOutcomes).optional(),
        ...dayRange,
      },
      1000,
    ),
    output: listOf(Activity),
  }),
}
