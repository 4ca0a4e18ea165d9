import { type Say } from './texts'

/**
 * The contents of the demonstration's lists: each state and type, and how a test reads them from the rows of
 * a page.
 */

export const depositStates = ['in_progress', 'awaiting_completion', 'closed'] as const
export const refillStates = ['pending', 'topped_up', 'rejected', 'timeout_expired'] as const
export const paymentStates = ['pending', 'under_review', 'rejected', 'completed'] as const
export const notificationTypes = ['refill', 'bonus', 'other', 'long_login', 'mailing'] as const

/** The texts of states, in the order of `eachOnce`. */
export const wordsOf = (say: Say, entry: 'deposit' | 'payment' | 'refill', states: readonly string[]) =>
  states.map((state) => say(`common:status.${entry}.${state}`)).sort()

export const eachOnce = (cells: string[]): string[] => [...new Set(cells.map((cell) => cell.trim()))].sort()

/** The distinct subjects of notifications. */
export function kindsIn(say: Say, ...texts: string[]) {
  const kindOf = (text: string) =>
    notificationTypes.find((kind) => text.trim().startsWith(say(`notifications:types.${kind}`)))
  return [...new Set(texts.map(kindOf))]
}

/** The columns of the statement that have filters, by their keys in `cabinet.json`. */
export const filteredColumns = ['account', 'status', 'amount']

/** The distinct values in these columns: accounts, states, currencies. */
export function filteredIn(rows: string[][]) {
  const once = (words: (string | undefined)[]) => [...new Set(words)]
  return {
    account: once(rows.map(([account]) => account)),
    status: once(rows.map(([, status]) => status)),
    currency: once(rows.map(([, , amount = '']) => amount.split(' ').at(-1))),
  }
}

/** Filters of the statement, each with a value and the text that every row then has. */
export const statementFilters = (say: Say) =>
  [
    ['currency', 'BTC', 'BTC'],
    ['account', 'balance_dep', say('common:account.balance_dep')],
    ['status', 'pending', say('common:status.operation.pending')],
    ['currency', 'TRX', 'TRX'],
    ['account', 'balance', say('common:account.balance')],
    ['status', 'rejected', say('common:status.operation.rejected')],
  ] as const

/** The distinct days of some moments in the product's time zone. */
export function daysOf(moments: (string | null | undefined)[]): string[] {
  const inZone = { timeZone: 'Europe/Vilnius' }
  return [...new Set(moments.map((moment) => new Date(moment ?? '').toLocaleDateString('sv-SE', inZone)))]
}

/** The days of ten accruals of a deposit, newest first. */
export const tenAccrualsFrom = (say: Say, first: number): string[] =>
  Array.from({ length: 10 }, (_, at) => say('cabinet:deposits.accruals.nth', { day: first - at }))
