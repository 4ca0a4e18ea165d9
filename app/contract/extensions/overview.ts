import { z } from 'zod'
import { type Call, type CallInput, call } from '../call'
import { deposits, payments, refills } from '../funds'
import { notification } from '../notification'
import { settings } from '../settings'
import { user } from '../user'
import { userData } from '../user-data'
import { demo } from './investor'
import { withdrawalSafety } from './safety'

/**
 * What the first page of the cabinet shows, in one answer instead of one for each of its calls. Each part is named here with
 * its call and that call's input; the body of the part is the body that the call answers to it.
 */

const query = z.object({
  /** Of the statistics. */
  days: user.statistics.query.shape.days,
})
export type OverviewQuery = z.input<typeof query>

/** One call whose answer is a part of the overview. */
export interface OverviewPart<C extends Call = Call> {
  call: C
  /** The input of that call. */
  input: (query: OverviewQuery) => CallInput<C>
  /** The call is answered as to a caller without a bearer. */
  withoutBearer: boolean
}

const part = <C extends Call>(
  of: C,
  input: (query: OverviewQuery) => CallInput<C>,
  withoutBearer = false,
): OverviewPart<C> => ({ call: of, input, withoutBearer })

const newest = { sort: 'createdAt', sortDir: 'desc' } as const
const earningNext = { status: 'in_progress', sort: 'nextAccrualAt', sortDir: 'asc', limit: 100 } as const
const closable = { status: 'awaiting_completion', sort: 'endsAt', sortDir: 'asc', limit: 4 } as const
const verification = { type: 'verification' } as const
const extensions = { key: 'extensions' } as const
const contacts = { key: 'contacts' } as const

export const overviewParts = {
  balance: part(user.balance, () => ({})),
  notifications: part(notification.list, () => ({ ...newest, limit: 1 })),
  statistics: part(user.statistics, ({ days }) => ({ days })),
  depositsInProgress: part(deposits.list, () => earningNext),
  depositsAwaitingCompletion: part(deposits.list, () => closable),
  refills: part(refills.list, () => ({ ...newest, limit: 100 })),
  payments: part(payments.list, () => ({ ...newest, limit: 100 })),
  operations: part(user.operations, () => ({ ...newest, limit: 5 })),
  // With a bearer the answer would be a quote, which is kept.
  rates: part(user.exchangeRate, () => ({}), true),
  bonus: part(user.bonus, () => ({})),
  verification: part(userData.byType, () => verification),
  withdrawalSafety: part(withdrawalSafety.read, () => ({})),
  demoTime: part(demo.time, () => ({})),
  extensions: part(settings.get, () => extensions),
  contacts: part(settings.get, () => contacts),
} as const

type Parts = typeof overviewParts
export type OverviewName = keyof Parts

const bodies = Object.fromEntries(
  Object.entries(overviewParts).map(([name, { call: of }]) => [name, of.output.nullable()]),
) as { [Name in OverviewName]: z.ZodNullable<Parts[Name]['call']['output']> }

export const overview = {
  read: call({
    method: 'GET',
    path: '/ext/overview',
    access: 'investor',
    extension: 'overview',
    summary:
      'The answers of the calls that the first page of the cabinet makes; null for one to be requested by itself',
    query,
    output: z.object(bodies),
  }),
}
