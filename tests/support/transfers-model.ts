import type pg from 'pg'
import { type World } from './ledger-world'
import { type Rate, cutAt, fine, fineOf, ratesAbout, readRates } from './model-figures'

/**
 * An independent model of the money that top-ups, withdrawals, exchanges and subscriptions move, computed
 * from the requests, the rates and the company's terms (docs/rules.md). It contains no code of the product.
 */

const fees: Record<string, string> = { 'usdt-trc20': '1', trx: '2', btc: '0.0001', eth: '0.001' }
const subscriptionPrice = 25n * fine
const dayMs = 86_400_000

interface Refill {
  id: string
  user_id: string
  currency: string
  status: string
  credited_amount: string | null
}
interface Payment {
  id: string
  user_id: string
  system_id: string
  currency: string
  status: string
  amount: string
  fee: string
  net: string
  from_balance: string
  from_usdt: string | null
  rate: string | null
  created_at: Date
  expected_by: Date
  kept_purchase: boolean
  returned_at: Date | null
  /** The balance in the currency before the withdrawal. */
  free: string
  booked: string | null
}
interface Exchange {
  id: string
  user_id: string
  from_currency: string
  to_currency: string
  amount_from: string
  amount_to: string
  rate: string
  created_at: Date
}
interface Subscription {
  id: string
  user_id: string
  price: string
  bought_at: Date
  started_at: Date
  expires_at: Date
  booked: string | null
}
interface PostingLine {
  event_id: string
  user_id: string | null
  account: string
  currency: string
  amount: string
}

/** An amount of a ledger line: owner, account, currency, and units of 10^-18. */
type Part = [owner: string, account: string, currency: string, amount: bigint]

/** Errors in the money that the world's investors moved, as texts; empty if all is right. */
export async function transferFaultsOf(client: pg.ClientBase, world: World): Promise<string[]> {
  const rows = await read(client, world.users)
  const rates = await readRates(client, world.begun)
  const faults: string[] = []
  const expected = new Map<string, Part[]>()
  const counts = (what: string, stored: unknown, right: unknown) => {
    if (stored !== right) faults.push(`${what} is ${String(stored)}, not ${String(right)}`)
  }
  const request = (id: string, currency: string) => cutAt(fineOf(world.requested.get(id) ?? '0'), currency)

  for (const { id, user_id: owner, currency, status, credited_amount: credited } of rows.refills) {
    counts(`whether ${id} arrived`, status === 'topped_up', world.requested.has(id))
    if (credited === null) continue
    const amount = request(id, currency)
    counts(`what arrived of ${id}`, fineOf(credited), amount)
    expected.set(`refill:${id}`, moved([owner, 'balance'], ['house', 'outside'], currency, -amount))
  }

  for (const { id, user_id: owner, price } of rows.subscriptions) {
    counts(`the price of ${id}`, fineOf(price), subscriptionPrice)
    const parts = moved([owner, 'balance'], ['house', 'subscriptions'], 'USDT', subscriptionPrice)
    expected.set(`subscription:${id}`, parts)
  }
  faults.push(...termFaultsOf(rows.subscriptions))

  for (const exchange of rows.exchanges) {
    const { id, user_id: owner, from_currency: from, to_currency: to, created_at: at } = exchange
    const amount = request(id, from)
    const [rateFrom, rateTo] = [rateAt(rates, from, at), rateAt(rates, to, at)]
    const bought = cutAt((amount * rateFrom) / rateTo, to)
    counts(`what ${id} gave`, fineOf(exchange.amount_from), amount)
    counts(`what ${id} bought`, fineOf(exchange.amount_to), bought)
    counts(`the rate of ${id}`, fineOf(exchange.rate), (rateFrom * fine) / rateTo)
    expected.set(`exchange:${id}`, [
      ...moved([owner, 'balance'], ['house', 'exchange'], from, amount),
      ...moved(['house', 'exchange'], [owner, 'balance'], to, bought),
    ])
  }

  for (const payment of rows.payments) {
    const { id, user_id: owner, currency, status, created_at: at } = payment
    const amount = request(id, currency)
    const fee = isFree(rows.subscriptions, payment) ? 0n : fineOf(fees[payment.system_id]!)
    counts(`the amount of ${id}`, fineOf(payment.amount), amount)
    counts(`the fee of ${id}`, fineOf(payment.fee), fee)
    counts(`the net of ${id}`, fineOf(payment.net), amount - fee)
    counts(`the hour of ${id}`, payment.expected_by.getTime() - at.getTime(), 96 * 3_600_000)
    const free = fineOf(payment.free)
    const own = free < amount ? free : amount
    const bought = amount - own
    const rate = rateAt(rates, currency, at)
    const paid = cutAt((bought * rate) / fine, 'USDT')
    counts(`what ${id} took of ${currency}`, fineOf(payment.from_balance), own)
    counts(`what ${id} took of USDT`, payment.from_usdt && fineOf(payment.from_usdt), bought ? paid : null)
    counts(`the rate of ${id}`, payment.rate && fineOf(payment.rate), bought ? rate : null)
    const held = [
      ...moved([owner, 'balance'], [owner, 'held'], currency, own),
      ...moved([owner, 'balance'], ['house', 'exchange'], 'USDT', paid),
      ...moved(['house', 'exchange'], [owner, 'held'], currency, bought),
    ]
    expected.set(`payment:${id}`, held)
    if (status === 'rejected') {
      // Everything is returned, except that a purchase is kept if it is worth less by the time of the return.
      const { returned_at: returned } = payment
      const staysBought =
        returned !== null && cutAt((bought * rateAt(rates, currency, returned)) / fine, 'USDT') < paid
      counts(`whether what ${id} bought stays bought`, payment.kept_purchase, staysBought)
      const back = held.map(([whose, account, of, part]): Part => [whose, account, of, -part])
      const kept = moved([owner, 'held'], [owner, 'balance'], currency, amount)
      expected.set(`payment_return:${id}`, staysBought ? kept : back)
    }
    if (status === 'completed') {
      expected.set(`payment_complete:${id}`, [
        ...moved([owner, 'held'], ['house', 'outside'], currency, amount - fee),
        ...moved([owner, 'held'], ['house', 'fees'], currency, fee),
      ])
    }
  }

  const booked = new Map<string, Part[]>()
  for (const { event_id: event, user_id: owner, account, currency, amount } of rows.lines) {
    const parts = booked.get(event) ?? []
    booked.set(event, [...parts, [owner ?? 'house', account, currency, fineOf(amount)]])
  }
  for (const event of new Set([...expected.keys(), ...booked.keys()])) {
    counts(event, textOf(booked.get(event)), textOf(expected.get(event)))
  }
  return faults
}

/** Both sides of a transfer; empty for a zero amount. */
function moved(
  [from, fromAccount]: [string, string],
  [to, toAccount]: [string, string],
  currency: string,
  amount: bigint,
): Part[] {
  if (amount === 0n) return []
  return [
    [from, fromAccount, currency, -amount],
    [to, toAccount, currency, amount],
  ]
}

const textOf = (parts: Part[] | undefined): string =>
  parts === undefined
    ? 'not booked'
    : parts
        .map((part) => part.join(' '))
        .sort()
        .join(', ')

const rateAt = (rates: Rate[], currency: string, at: Date): bigint => ratesAbout(rates, currency, at).at(-1)!

/**
 * Each subscription lasts thirty days, one after the other. @param bought in the order of their beginnings
 */
function termFaultsOf(bought: Subscription[]): string[] {
  const ends = new Map<string, number>()
  return bought.flatMap(({ id, user_id: owner, bought_at, started_at, expires_at }) => {
    const begins = Math.max(bought_at.getTime(), ends.get(owner) ?? 0)
    const end = begins + 30 * dayMs
    ends.set(owner, end)
    const isRight = started_at.getTime() === begins && expires_at.getTime() === end
    return isRight
      ? []
      : [
          `${id} of ${bought_at.toISOString()} runs ${started_at.toISOString()} to ${expires_at.toISOString()}`,
        ]
  })
}

/** Whether a subscription that was bought before the withdrawal makes it free of the fee. */
const isFree = (bought: Subscription[], { user_id: owner, created_at: at, booked }: Payment): boolean =>
  bought.some(
    (one) =>
      one.user_id === owner &&
      one.started_at <= at &&
      at < one.expires_at &&
      BigInt(one.booked ?? 0) < BigInt(booked ?? 0),
  )

async function read(client: pg.ClientBase, users: string[]) {
  const of = async <Row extends pg.QueryResultRow>(name: string, text: string) =>
    (await client.query<Row>({ name, text, values: [users] })).rows
  const booked = (event: string) =>
    `(select min(seq) from ledger_lines l join ledger_entries e on e.id = l.entry_id where e.event_id = ${event})`
  return {
    refills: await of<Refill>('model_refills', 'select * from refills where user_id = any($1::text[])'),
    exchanges: await of<Exchange>(
      'model_exchanges',
      'select * from exchanges where user_id = any($1::text[])',
    ),
    subscriptions: await of<Subscription>(
      'model_subscriptions',
      `select s.*, ${booked("'subscription:' || s.id")} as booked from subscriptions s
        where user_id = any($1::text[]) order by started_at`,
    ),
    payments: await of<Payment>(
      'model_payments',
      `select p.*, (
          select coalesce(sum(amount), 0) from ledger_lines
          where user_id = p.user_id and account = 'balance' and currency = p.currency and seq < p.booked
        ) as free
        from (
          select payments.*, ${booked("'payment:' || payments.id")} as booked,
            (select occurred_at from ledger_entries where event_id = 'payment_return:' || payments.id) as returned_at
          from payments where user_id = any($1::text[])
        ) p`,
    ),
    lines: await of<PostingLine>(
      'model_lines',
      `select e.event_id, l.user_id, l.account, l.currency, l.amount
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.user_id = any($1::text[])
          and e.type in ('refill', 'payment', 'payment_return', 'payment_complete', 'exchange', 'subscription')`,
    ),
  }
}
