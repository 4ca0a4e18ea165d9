/** How large the database becomes, and what falls to each investor; they are numbered from 1. */
export interface Size {
  users: number
  /** Rows of statements, of the active investors together. */
  operations: number
  /** Those of the active are among them; the others were opened within the last day. */
  deposits: number
  /** Of the first investor, on three levels. */
  partners: number
}

/** The most that share the operations. */
const maxActive = 1_000
/** The fewest operations of one: a top-up, deposits, income. */
export const minOperations = 10
/** Days of income of one deposit: within the first term of the shortest plan. */
const maxAccruals = 45

/** What an active investor's operations are made of. */
export interface Activity {
  /** After the first one, which pays for everything. */
  refills: number
  withdrawals: number
  deposits: number
  accruals: number
}

/** How many investors the operations are of: the first ones. */
export const activeOf = ({ users, operations }: Size): number =>
  Math.min(maxActive, users, Math.floor(operations / minOperations))

/** Of an active investor's operations a tenth are top-ups and withdrawals; the rest are deposits and their income. */
export function activityOf(size: Size, number: number): Activity {
  const active = activeOf(size)
  if (number > active) return { refills: 0, withdrawals: 0, deposits: 0, accruals: 0 }
  const operations = Math.floor(size.operations / active) + (number <= size.operations % active ? 1 : 0)
  const moved = Math.floor(operations / 20)
  const rest = operations - 2 * moved - 1
  // An opening is on two accounts.
  const deposits = Math.ceil(rest / (maxAccruals + 2))
  return { refills: moved, withdrawals: moved, deposits, accruals: rest - 2 * deposits }
}

/** Deposits that are opened for the operations. */
export function depositsOfActive(size: Size): number {
  const active = activeOf(size)
  if (active === 0) return 0
  const more = size.operations % active
  return more * activityOf(size, 1).deposits + (active - more) * activityOf(size, active).deposits
}

/** Deposits of an investor beside those: of the others, or of all where everyone is active. */
export function newDepositsOf(size: Size, number: number): number {
  const active = activeOf(size) < size.users ? activeOf(size) : 0
  if (number <= active) return 0
  const owners = size.users - active
  const deposits = Math.max(0, size.deposits - depositsOfActive(size))
  return Math.floor(deposits / owners) + (number - active <= deposits % owners ? 1 : 0)
}

/** Rows of the statement of one investor. */
export function operationsOf(size: Size, number: number): number {
  const { refills, withdrawals, deposits, accruals } = activityOf(size, number)
  return 1 + refills + withdrawals + accruals + 2 * (deposits + newDepositsOf(size, number))
}

/** The inviter of an investor: half of the partners on the first level, three tenths on the second. */
export function inviterOf({ partners }: Size, number: number): number | null {
  const place = number - 2
  if (place < 0 || place >= partners) return null
  const first = Math.ceil(partners / 2)
  const second = partners - first - Math.floor(partners / 5)
  if (place < first) return 1
  if (place < first + second) return 2 + ((place - first) % first)
  return 2 + first + ((place - first - second) % second)
}
