import { randomBytes, scryptSync } from 'node:crypto'
import Big from 'big.js'

/** The state of the third-party upstream: its users and their money, in memory. */

export const dayMs = 86_400_000
export const hourMs = 3_600_000

export type Currency = 'USDT' | 'BTC' | 'ETH' | 'TRON'
export const rates: Record<Currency, Big> = {
  USDT: Big(1),
  BTC: Big(60000),
  ETH: Big(3000),
  TRON: Big('0.125'),
}

export interface PaymentSystem {
  id: number
  name: string
  currency: Currency
  /** In USD. */
  minimumWithdrawal: Big
}
export const paymentSystems: PaymentSystem[] = [
  { id: 1, name: 'USDT TRC-20', currency: 'USDT', minimumWithdrawal: Big(20) },
  { id: 2, name: 'BTC', currency: 'BTC', minimumWithdrawal: Big(100) },
  { id: 3, name: 'ETH', currency: 'ETH', minimumWithdrawal: Big(100) },
  { id: 4, name: 'TRON', currency: 'TRON', minimumWithdrawal: Big(20) },
]

export interface Plan {
  id: number
  name: string
  /** In days. */
  term: number
  /** In percent. */
  dailyProfitability: number
  /** In USD. */
  minimumDeposit: Big
}
export const plans: Plan[] = [
  { id: 1, name: 'Breeze', term: 50, dailyProfitability: 1.11, minimumDeposit: Big(100) },
  { id: 2, name: 'Depth', term: 50, dailyProfitability: 2.22, minimumDeposit: Big(1000) },
  { id: 3, name: 'Tsunami', term: 50, dailyProfitability: 3.33, minimumDeposit: Big(5000) },
]

export const subscriptionOptions = [
  { id: 1, days: 30, amount: Big(10) },
  { id: 2, days: 365, amount: Big(100) },
]

/** The share of a partner's deposits, by level, in percent. */
export const shares = [5, 3, 1]

/** A user who exists at the start, besides those of the seed. */
export interface Person {
  login: string
  password: string
  email?: string
  phone?: string
  inviterLogin?: string
  phoneConfirmed?: boolean
  /** Sent only for users with another role than investor. */
  role?: string
  /** Initial balances, by currency. */
  balances?: Partial<Record<Currency, string>>
}

export interface User extends Omit<Person, 'balances'> {
  id: number
  /** The salt and the hash of the password. */
  password: string
  registrationDate: Date
  /** Country, city and links, as the user entered them. */
  profile: Record<string, string>
  subscription?: Date
  wallets: Map<string, string>
  verification?: Record<string, string>
  codeSent?: Date
}
export interface Deposit {
  id: number
  login: string
  plan: Plan
  currency: Currency
  amount: Big
  opened: Date
  closed?: Date
}
export interface Refill {
  id: number
  login: string
  system: PaymentSystem
  requestAmount: Big
  creditedAmount?: Big
  creationDate: Date
  creditDate?: Date
  status: 'topped up' | 'rejected' | 'pending' | 'timeout expired'
  wallet: string
  transactionHash?: string
}
export interface Payment {
  id: number
  login: string
  system: PaymentSystem
  wallet: string
  amount: Big
  creationDate: Date
  withdrawalDate?: Date
  status: 'pending' | 'under review' | 'rejected' | 'withdrawn'
}
export interface Operation {
  id: number
  login: string
  type: string
  amount: Big
  currency: Currency
  date: Date
}
export interface NewNotification {
  type: 'mailing' | 'refill' | 'long_login' | 'bonus' | 'other'
  message: string
  image?: string
}
export interface Notification extends NewNotification {
  id: number
  login: string
  read: boolean
}

/** The data of a company: the entries of each kind, and how money moves between them. */
export class Books {
  users: User[] = []
  /** By login. */
  balances: Record<string, Map<Currency, Big>> = {}
  deposits: Deposit[] = []
  refills: Refill[] = []
  payments: Payment[] = []
  operations: Operation[] = []
  notifications: Notification[] = []
  news: { id: number; title: string; text: string; day: string }[] = []

  constructor(readonly now: () => Date) {}

  register({ password, balances = {}, ...person }: Person, registrationDate = this.now()): User {
    const salt = randomBytes(8).toString('hex')
    const user = this.add(this.users, {
      ...person,
      password: `${salt}:${hashOf(password, salt)}`,
      registrationDate,
      profile: {},
      wallets: new Map<string, string>(),
    })
    const held = Object.entries(balances) as [Currency, string][]
    this.balances[user.login] = new Map(held.map(([currency, amount]) => [currency, Big(amount)]))
    return user
  }

  setPassword(user: User, password: string): void {
    const salt = randomBytes(8).toString('hex')
    user.password = `${salt}:${hashOf(password, salt)}`
  }

  isPassword(user: User, password: string): boolean {
    const [salt = '', hash] = user.password.split(':')
    return hashOf(password, salt) === hash
  }

  add<T extends { id: number }>(list: T[], thing: Omit<T, 'id'>): T {
    const added = { ...thing, id: list.length + 1 } as T
    list.push(added)
    return added
  }

  balanceOf(login: string, currency: Currency): Big {
    return this.balances[login]?.get(currency) ?? Big(0)
  }

  /**
   * Moves money in (or out, by a negative amount), and records the operation. @returns whether the balance
   * was sufficient
   */
  move(login: string, type: string, amount: Big, currency: Currency, date = this.now()): boolean {
    const left = this.balanceOf(login, currency).plus(amount)
    if (left.lt(0)) return false
    this.balances[login]?.set(currency, left)
    this.add(this.operations, { login, type, amount, currency, date })
    return true
  }

  open(login: string, plan: Plan, amount: Big, currency: Currency): Deposit | undefined {
    if (!this.move(login, 'deposit', amount.times(-1), currency)) return undefined
    return this.add(this.deposits, { login, plan, currency, amount, opened: this.now() })
  }

  /** A deposit can be closed when its first term has ended. @returns whether it was closed */
  close(deposit: Deposit): boolean {
    if (this.statusOf(deposit) !== 'awaiting completion') return false
    const paid = deposit.amount.plus(this.accruedOf(deposit))
    deposit.closed = this.now()
    return this.move(deposit.login, 'deposit closed', paid, deposit.currency)
  }

  statusOf({ plan, opened, closed }: Deposit): 'in progress' | 'awaiting completion' | 'closed' {
    if (closed) return 'closed'
    return daysBetween(opened, this.now()) < plan.term ? 'in progress' : 'awaiting completion'
  }

  /** The income of a deposit for its whole days: a day of the second term pays double. */
  accruedOf({ plan, opened, closed, amount }: Deposit): Big {
    const days = Math.min(daysBetween(opened, closed ?? this.now()), 2 * plan.term)
    const percents = Big(days + Math.max(days - plan.term, 0)).times(plan.dailyProfitability)
    return cut(amount.times(percents).div(100))
  }

  statusOfRefill({ status, creationDate }: Refill): Refill['status'] {
    const isLate = this.now().getTime() - creationDate.getTime() > dayMs
    return status === 'pending' && isLate ? 'timeout expired' : status
  }

  /** The transfer of a top-up has arrived. */
  pay(refill: Refill): void {
    if (this.statusOfRefill(refill) !== 'pending') throw new Error('Only a pending top-up can be paid')
    Object.assign(refill, {
      status: 'topped up',
      creditedAmount: refill.requestAmount,
      creditDate: this.now(),
      transactionHash: randomBytes(32).toString('hex'),
    })
    this.move(refill.login, 'refill', refill.requestAmount, refill.system.currency)
  }

  withdraw(login: string, system: PaymentSystem, wallet: string, amount: Big): Payment | undefined {
    if (!this.move(login, 'withdrawal', amount.times(-1), system.currency)) return undefined
    return this.add(this.payments, {
      login,
      system,
      wallet,
      amount,
      creationDate: this.now(),
      status: 'pending',
    })
  }

  /** The administrator decides: the money is sent, or returned to the balance. */
  decide(payment: Payment, status: 'withdrawn' | 'rejected'): void {
    if (payment.status !== 'pending' && payment.status !== 'under review')
      throw new Error('This withdrawal has been decided')
    payment.status = status
    if (status === 'withdrawn') payment.withdrawalDate = this.now()
    else this.move(payment.login, 'withdrawal returned', payment.amount, payment.system.currency)
  }

  exchange(login: string, from: Currency, to: Currency, amount: Big): boolean {
    const bought = cut(amount.times(rates[from]).div(rates[to]))
    return this.move(login, 'exchange', amount.times(-1), from) && this.move(login, 'exchange', bought, to)
  }

  /** The partners of a user, their partners, and so on down to the last level that is paid for. */
  partnersOf(login: string, level = 1): { user: User; level: number }[] {
    if (level > shares.length) return []
    return this.users
      .filter((user) => user.inviterLogin === login)
      .flatMap((user) => [{ user, level }, ...this.partnersOf(user.login, level + 1)])
  }

  /**
   * What a partner has put into deposits, their income, and the share of both that is paid to the inviter, in
   * USDT.
   */
  turnoverOf(login: string, level: number): { turnover: Big; bonus: Big; accruals: Big } {
    const share = (shares[level - 1] ?? 0) / 100
    const deposits = this.deposits.filter((deposit) => deposit.login === login)
    const worth = (amountOf: (deposit: Deposit) => Big) =>
      deposits.reduce((sum, one) => sum.plus(amountOf(one).times(rates[one.currency])), Big(0))
    const turnover = worth((one) => one.amount)
    return {
      turnover,
      bonus: cut(turnover.times(share)),
      accruals: cut(worth((one) => this.accruedOf(one)).times(share)),
    }
  }
}

/** Rounds a new balance down to eight decimals, so that a division adds no further digits. */
function cut(amount: Big): Big {
  return amount.round(8, Big.roundDown)
}

function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / dayMs)
}

/** A cheap hash on purpose: it protects no real password. */
function hashOf(password: string, salt: string): string {
  return scryptSync(password, salt, 16, { N: 16 }).toString('hex')
}
