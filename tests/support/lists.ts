import { type Say } from './texts'

/** What the demonstration's lists hold: each state and type, and how a test reads them from the rows of a page. */

export const depositStates = ['in_progress', 'awaiting_completion', 'closed'] as const
export const refillStates = ['pending', 'topped_up', 'rejected', 'timeout_expired'] as const
export const paymentStates = ['pending', 'under_review', 'rejected', 'completed'] as const
export const notificationTypes = ['refill', 'bonus', 'other', 'long_login', 'mailing'] as const

/** The words of states, in the order of `eachOnce`. */
export const wordsOf = (say: Say, entry: 'deposit' | 'payment' | 'refill', states: readonly string[]) =>
  states.map((state) => say(`common:status.${entry}.${state}`)).sort()

export const eachOnce = (cells: string[]): string[] => [...new Set(cells.map((cell) => cell.trim()))].sort()

/** What notifications are about, each once. */
export function kindsIn(say: Say, ...texts: string[]) {
  const kindOf = (text: string) =>
    notificationTypes.find((kind) => text.trim().startsWith(say(`notifications:types.${kind}`)))
  return [...new Set(texts.map(kindOf))]
}

/** The columns of the statement that its filters are about, as `cabinet.json` names them. */
export const filteredColumns = ['account', 'status', 'amount']

/** What stands under them in the rows, each once: accounts, states, currencies. */
export function filteredIn(rows: string[][]) {
  const once = (words: (string | undefined)[]) => [...new Set(words)]
  return {
    account: once(rows.map(([account]) => account)),
    status: once(rows.map(([, status]) => status)),
    currency: once(rows.map(([, , amount = '']) => amount.split(' ').at(-1))),
  }
}

/** Filters of the statement, each with a value and what then stands in every row. */
export const statementFilters = (say: Say) =>
  [
    ['currency', 'BTC', 'BTC'],
    ['account', 'balance_dep', say('common:account.balance_dep')],
    ['status', 'pending', say('common:status.operation.pending')],
    ['currency', 'TRX', 'TRX'],
    ['account', 'balance', say('common:account.balance')],
    ['status', 'rejected', say('common:status.operation.rejected')],
  ] as const

/** The days of moments in the zone of the product, each once. */
export function daysOf(moments: (string | null | undefined)[]): string[] {
  const inZone = { timeZone: 'Europe/Vilnius' }
  return [...new Set(moments.map((moment) => new Date(moment ?? '').toLocaleDateString('sv-SE', inZone)))]
}

/** The days of ten accruals of a deposit, newest first. */
export const tenAccrualsFrom = (say: Say, first: number): string[] =>
  Array.from({ length: 10 }, (_, at) => say('cabinet:deposits.accruals.nth', { day: first - at }))
