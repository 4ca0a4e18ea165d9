import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type Balance } from '../../app/contract/user'
import { type Deposit, type Payment, type Refill } from '../../app/contract/funds'

/**
 * An upstream of a few lines that anyone might run: it takes what it is sent and remembers it. It has neither
 * `outcomes` nor idempotency unless configured, so that the app's own guarantees are tested.
 */

export interface SmallUpstream {
  url: string
  /** Calls that changed something, oldest first. */
  readonly commits: { call: string; key: string | undefined; id: string }[]
  /** Every request's line and headers, oldest first. */
  readonly requests: { line: string; headers: IncomingMessage['headers']; body: string }[]
  /** Keeps a refusal as the outcome of this key. */
  refuse(key: string): void
  /** As a day does: no outcome is known any more. */
  forgetKeys(): void
  close(): Promise<void>
}

export interface SmallUpstreamOptions {
  now: () => Date
  /** Answers to `outcomes`, by the keys it has seen. */
  outcomes?: boolean
  /** How far the clock that dates its entries goes behind the one of its answers; negative where it goes ahead. */
  lagMs?: number
}

interface Answer {
  status: number
  body: unknown
}

export async function startSmallUpstream({
  now,
  outcomes = false,
  lagMs = 0,
}: SmallUpstreamOptions): Promise<SmallUpstream> {
  const commits: SmallUpstream['commits'] = []
  const requests: SmallUpstream['requests'] = []
  const entries = { deposits: [] as Deposit[], payments: [] as Payment[], refills: [] as Refill[] }
  const answered = new Map<string, Answer>()

  function create(collection: keyof typeof entries, sent: Record<string, string>): Answer {
    const id = `${collection}-${entries[collection].length + 1}`
    const at = new Date(now().getTime() - lagMs).toISOString()
    if (collection === 'deposits') {
      const deposit = depositOf(id, sent, at)
      entries.deposits.unshift(deposit)
      return { status: 201, body: { deposit, balance: balanceAt(at) } }
    }
    if (collection === 'payments') {
      const payment = paymentOf(id, sent, at)
      entries.payments.unshift(payment)
      return { status: 201, body: { payment, balance: balanceAt(at) } }
    }
    const refill = refillOf(id, sent, at)
    entries.refills.unshift(refill)
    return { status: 201, body: refill }
  }

  function close(id: string): Answer {
    const deposit = entries.deposits.find((one) => one.id === id)
    if (!deposit) return { status: 404, body: { message: 'no such deposit', code: 'not_found' } }
    Object.assign(deposit, { status: 'closed', canClose: false, closedAt: now().toISOString() })
    return { status: 200, body: { deposit, balance: balanceAt(now().toISOString()) } }
  }

  function answer(method: string, path: string, key: string | undefined, body: string): Answer {
    const [, collection] = /^\/api\/funds\/(deposits|payments|refills)$/.exec(path) ?? []
    const [, closing] = /^\/api\/funds\/deposits\/client\/close\/(.+)$/.exec(path) ?? []
    const [, requested] = /^\/api\/ext\/outcomes\/(.+)$/.exec(path) ?? []
    if (method === 'GET' && collection) {
      const items = entries[collection as keyof typeof entries]
      return { status: 200, body: { items, total: items.length, page: 1, limit: 100 } }
    }
    if (method === 'POST' && (collection || closing)) {
      const made = closing
        ? close(closing)
        : create(collection as keyof typeof entries, JSON.parse(body) as Record<string, string>)
      const id = closing ?? entries[collection as keyof typeof entries][0]?.id ?? ''
      if (made.status < 400) commits.push({ call: closing ? 'close' : `${collection}`, key, id })
      if (key) answered.set(key, made)
      return made
    }
    if (path === '/api/settings/extensions') {
      return { status: 200, body: { key: 'extensions', value: outcomes ? ['outcomes'] : [] } }
    }
    const known = outcomes && requested ? answered.get(requested) : undefined
    if (known) return { status: 200, body: { state: known.status < 400 ? 'done' : 'refused', ...known } }
    return { status: 404, body: { message: 'nothing here', code: 'not_found' } }
  }

  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming
      requests.push({ line: `${method} ${url}`, headers, body })
      const key = headers['idempotency-key'] as string | undefined // a header that is never sent twice
      const { status, body: given } = answer(method, url.split('?')[0] ?? url, key, body)
      outgoing.writeHead(status, { 'content-type': 'application/json', date: now().toUTCString() })
      outgoing.end(JSON.stringify(given))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    commits,
    requests,
    refuse: (key) =>
      void answered.set(key, { status: 422, body: { message: 'no', code: 'plan_unavailable' } }),
    forgetKeys: () => answered.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function depositOf(
  id: string,
  { planId = '', currency = '', amount = '' }: Record<string, string>,
  at: string,
): Deposit {
  return {
    id,
    plan: { id: planId, tariff: 'breeze', title: 'Breeze' },
    currency,
    // Padded as a ledger might: equal amounts need not be written alike.
    amount: `${amount}${amount.includes('.') ? '' : '.'}000`,
    min: '100',
    dailyPercent: '1.11',
    term: 1,
    termDays: 50,
    extension: { days: 50, multiplier: '2' },
    startedAt: at,
    endsAt: at,
    nextAccrualAt: null,
    nextAccrual: null,
    income: '0',
    accrued: '0',
    accruedUsdt: '0',
    total: amount,
    status: 'in_progress',
    canClose: true,
    closingPays: amount,
    closedAt: null,
  }
}

function paymentOf(
  id: string,
  { system = '', amount = '', wallet = '' }: Record<string, string>,
  at: string,
): Payment {
  return {
    id,
    system,
    currency: 'USDT',
    network: 'TRC-20',
    wallet,
    amount,
    fee: '1',
    net: amount,
    fromUsdt: null,
    rate: null,
    transactionHash: null,
    status: 'pending',
    reason: null,
    createdAt: at,
    expectedBy: at,
    rest: null,
    withdrawnAt: null,
  }
}

function refillOf(id: string, { system = '', amount = '' }: Record<string, string>, at: string): Refill {
  return {
    id,
    system,
    currency: 'USDT',
    network: 'TRC-20',
    requestAmount: amount,
    creditedAmount: null,
    wallet: 'T',
    paymentUri: null,
    transactionHash: null,
    status: 'pending',
    seen: null,
    reason: null,
    createdAt: at,
    expiresAt: at,
    creditedAt: null,
  }
}

function balanceAt(asOf: string): Balance {
  return {
    type: 'balance',
    balance: '0',
    balance_dep: '0',
    currency: 'USDT',
    currencies: {},
    totalInUsdt: '0',
    asOf,
  }
}
