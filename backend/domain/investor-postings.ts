/**
 * Which accounts an investor's own events touch: top-ups, deposits, withdrawals, exchanges, subscriptions, corrections. With
 * `reward-postings.ts` the one list of ways in which money can move. Invariants: nothing else in the product makes
 * ledger lines, both legs carry the same cut figure, and a line of nothing is never written. Rules: docs/rules.md.
 */
import { type Decimal, add, negate } from './decimal'
import { type Entry, type PostingLine, type Occasion, house, investor, move } from './ledger'

/** Top-up: what arrived comes in from outside. */
export function refillCredited(
  { userId, occurredAt }: Occasion,
  refill: { id: string; currency: string; amount: Decimal },
): Entry {
  const { id, currency, amount } = refill
  return {
    eventId: `refill:${id}`,
    type: 'refill',
    userId,
    occurredAt,
    reference: { kind: 'refill', id },
    lines: move(house('outside', currency), investor(userId, 'balance', currency), amount, 'refill'),
  }
}

interface Principal {
  id: string
  currency: string
  amount: Decimal
}

/** Opening moves the principal from the balance to the deposit account. */
export function depositOpened({ userId, occurredAt }: Occasion, deposit: Principal): Entry {
  const { id, currency, amount } = deposit
  return {
    eventId: `deposit_open:${id}`,
    type: 'deposit_open',
    userId,
    occurredAt,
    reference: { kind: 'deposit', id },
    lines: move(
      investor(userId, 'balance', currency),
      investor(userId, 'balance_dep', currency),
      amount,
      'deposit_open',
    ),
  }
}

/** Closing returns the principal in its own currency. */
export function depositClosed({ userId, occurredAt }: Occasion, deposit: Principal): Entry {
  const { id, currency, amount } = deposit
  return {
    eventId: `deposit_close:${id}`,
    type: 'deposit_close',
    userId,
    occurredAt,
    reference: { kind: 'deposit', id },
    lines: move(
      investor(userId, 'balance_dep', currency),
      investor(userId, 'balance', currency),
      amount,
      'deposit_close',
    ),
  }
}

/** The k-th day's income, credited in USDT. */
export function accrued(
  { userId, occurredAt }: Occasion,
  day: { depositId: string; k: number; creditedUsdt: Decimal },
): Entry {
  return {
    eventId: `accrual:${day.depositId}:${day.k}`,
    type: 'accrual',
    userId,
    occurredAt,
    reference: { kind: 'deposit', id: day.depositId },
    lines: move(house('yield', 'USDT'), investor(userId, 'balance', 'USDT'), day.creditedUsdt, 'accrual'),
  }
}

export interface Withdrawal {
  id: string
  currency: string
  amount: Decimal
  fee: Decimal
  net: Decimal
  /** The part from the balance of its own currency. */
  fromBalance: Decimal
  /** The amount from the USDT balance for the rest; null if nothing was missing. */
  fromUsdt: Decimal | null
}

/** A request sets its money aside; the missing part of the currency is bought from the house for USDT. */
export function paymentHeld({ userId, occurredAt }: Occasion, payment: Withdrawal): Entry {
  return {
    eventId: `payment:${payment.id}`,
    type: 'payment',
    userId,
    occurredAt,
    reference: { kind: 'payment', id: payment.id },
    lines: paymentLines(userId, payment, 'payment'),
  }
}

/**
 * Rejected or cancelled: the money returns to the accounts that it came from, USDT to the last digit.
 * @param keepsPurchase the purchase for USDT is not reversed: it goes to the balance of its own currency
 */
export function paymentReturned(
  { userId, occurredAt }: Occasion,
  payment: Withdrawal,
  { keepsPurchase = false } = {},
): Entry {
  const returned = keepsPurchase ? { ...payment, fromBalance: payment.amount, fromUsdt: null } : payment
  return {
    eventId: `payment_return:${payment.id}`,
    type: 'payment_return',
    userId,
    occurredAt,
    reference: { kind: 'payment', id: payment.id },
    lines: paymentLines(userId, returned, 'payment_return').map((line) => ({
      ...line,
      amount: negate(line.amount),
    })),
  }
}

function paymentLines(
  userId: string,
  payment: Withdrawal,
  type: 'payment' | 'payment_return',
): PostingLine[] {
  const { currency, amount, fromBalance, fromUsdt } = payment
  const held = investor(userId, 'held', currency)
  const bought = add(amount, negate(fromBalance))
  return [
    ...move(investor(userId, 'balance', currency), held, fromBalance, type),
    ...(fromUsdt === null
      ? []
      : [
          ...move(investor(userId, 'balance', 'USDT'), house('exchange', 'USDT'), fromUsdt, type),
          ...move(house('exchange', currency), held, bought, type),
        ]),
  ]
}

/** Completed: the money that was set aside leaves the house, except the fee. */
export function paymentCompleted({ userId, occurredAt }: Occasion, payment: Withdrawal): Entry {
  const { id, currency, net, fee } = payment
  const held = investor(userId, 'held', currency)
  return {
    eventId: `payment_complete:${id}`,
    type: 'payment_complete',
    userId,
    occurredAt,
    reference: { kind: 'payment', id },
    lines: [
      ...move(held, house('outside', currency), net, 'payment_complete'),
      ...move(held, house('fees', currency), fee, 'payment_complete'),
    ],
  }
}

/** An exchange with the house at a quoted rate. */
export function exchanged(
  { userId, occurredAt }: Occasion,
  exchange: { id: string; from: string; to: string; amountFrom: Decimal; amountTo: Decimal },
): Entry {
  const { id, from, to, amountFrom, amountTo } = exchange
  return {
    eventId: `exchange:${id}`,
    type: 'exchange',
    userId,
    occurredAt,
    reference: { kind: 'exchange', id },
    lines: [
      ...move(investor(userId, 'balance', from), house('exchange', from), amountFrom, 'exchange_out'),
      ...move(house('exchange', to), investor(userId, 'balance', to), amountTo, 'exchange_in'),
    ],
  }
}

/** The price of a subscription, in USDT. */
export function subscribed(
  { userId, occurredAt }: Occasion,
  subscription: { id: string; price: Decimal },
): Entry {
  return {
    eventId: `subscription:${subscription.id}`,
    type: 'subscription',
    userId,
    occurredAt,
    reference: { kind: 'subscription', id: subscription.id },
    lines: move(
      investor(userId, 'balance', 'USDT'),
      house('subscriptions', 'USDT'),
      subscription.price,
      'subscription',
    ),
  }
}

/**
 * Entries never change: a mistake is corrected by a new one, with its reason. A negative amount reduces the balance.
 */
export function corrected(
  { userId, occurredAt }: Occasion,
  correction: { id: string; currency: string; amount: Decimal; reason: string },
): Entry {
  const { id, currency, amount, reason } = correction
  return {
    eventId: `correction:${id}`,
    type: 'correction',
    userId,
    occurredAt,
    reference: { kind: 'correction', id },
    reason,
    lines: move(house('outside', currency), investor(userId, 'balance', currency), amount, 'correction'),
  }
}
