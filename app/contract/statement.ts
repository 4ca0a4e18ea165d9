import { z } from 'zod'
import { call } from './call'
import { type Understood, adapted, ifGiven, isFields, orElse } from './reading'
import { Amount, Currency, Id, Text, Time, dayRange, listOf, listQuery, word } from './values'
import { accounts, operationStatuses, operationTypes } from './words'

/** The statement: the operations on the investor's accounts. */

/** The side of an exchange follows from the sign of the amount if the type does not state it. */
const withSide = (given: unknown): unknown => {
  if (!isFields(given) || !/^(exchange|обмен)$/i.test(String(given.type))) return given
  const { amount, direction } = given
  const isOut =
    typeof direction === 'string'
      ? /^(out|debit|expense|minus)/i.test(direction)
      : /^\s*-/.test(String(amount))
  return { ...given, type: isOut ? 'exchange_out' : 'exchange_in' }
}

const OperationRow = z.object({
  id: ifGiven(Id),
  type: word(...operationTypes),
  direction: ifGiven(z.enum(['in', 'out'])),
  account: ifGiven(z.enum(accounts)),
  currency: ifGiven(Currency),
  amount: Amount,
  balanceAfter: ifGiven(Amount),
  status: word(...operationStatuses),
  createdAt: ifGiven(Time, 'creationDate', 'date'),
  reference: z.object({ kind: z.string().max(32), id: Id }).nullable(),
  /** Of a correction: why. */
  reason: Text.nullable().optional(),
})
export const Operation = adapted(OperationRow, withSide)
export type Operation = Understood<typeof Operation>

const AccountSummary = z.object({ opening: Amount, in: Amount, out: Amount, closing: Amount })

/** Totals per currency and account of the filtered operations: opening + in − out = closing. */
export const OperationSummary = z.record(
  Currency,
  z.object({ balance: AccountSummary, balance_dep: AccountSummary }),
)
export type OperationSummary = Understood<typeof OperationSummary>

export const operations = call({
  method: 'GET',
  path: '/user/operations/',
  access: 'investor',
  summary: 'The statement: one row per account of the investor that was touched',
  query: listQuery(
    ['createdAt', 'type', 'currency', 'amount'],
    {
      type: z.enum(operationTypes).optional(),
      currency: Currency.optional(),
      account: z.enum(accounts).optional(),
      status: z.enum(operationStatuses).optional(),
      ...dayRange,
    },
    1000,
  ),
  output: listOf(Operation, { summary: orElse(OperationSummary, {}) }),
})
