import { z } from 'zod'
import { call } from './call'
import { type Understood, adapted, ifGiven, isFields, orElse } from './reading'
import { Amount, Currency, Id, Text, Time, dayRange, listOf, listQuery, word } from './values'
import { accounts, operationStatuses, operationTypes } from './words'

/** The statement: the operations on the investor's accounts. */

const outgoing = /^(out|debit|expense|minus)/i
const incoming = /^(in|incoming|income|credit|plus)$/i

/**
 * Upstreams that sign their amounts, or name the direction in other words: an amount is without a sign, and has its direction
 * beside it. The side of an exchange follows from it where the type does not state it.
 */
const withDirection = (given: unknown): unknown => {
  if (!isFields(given)) return given
  const amount = String(given.amount).trim()
  const isNegative = amount.startsWith('-')
  const direction = directionOf(given.direction) ?? (isNegative ? 'out' : undefined)
  const isExchange = /^(exchange|обмен)$/i.test(String(given.type))
  const changed = {
    ...(direction !== undefined && direction !== given.direction && { direction }),
    ...(isNegative && direction === 'out' && { amount: amount.slice(1) }),
    ...(isExchange && { type: direction === 'out' ? 'exchange_out' : 'exchange_in' }),
  }
  return Object.keys(changed).length === 0 ? given : { ...given, ...changed }
}

const directionOf = (given: unknown): 'in' | 'out' | undefined => {
  if (typeof given !== 'string') return undefined
  return outgoing.test(given) ? 'out' : incoming.test(given) ? 'in' : undefined
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
export const Operation = adapted(OperationRow, withDirection)
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
