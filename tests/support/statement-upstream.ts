import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Operation } from '../../app/contract/statement'

/**
 * An upstream whose only investor has a statement of any length. Operations are generated on request; the
 * sums are known without reading them.
 */
export interface StatementUpstream {
  url: string
  login: { login: string; password: string }
  /** The number of statement pages that were requested so far. */
  readonly pageCount: number
  /** In millionths of USDT. */
  readonly sums: { in: bigint; out: bigint }
  close(): Promise<void>
}

const token = 'bearer-of-the-long-statement'
const start = Date.UTC(2024, 0, 1)

/** @param length the number of operations */
export async function startStatementUpstream(length: number): Promise<StatementUpstream> {
  // Whole millionths, all far below the limit of exact numbers.
  const amounts = Array.from(
    { length },
    (_, place) => signOf(place) * (1_000_000 + ((place * 7_919) % 999_983)),
  )
  const after = new Float64Array(length)
  amounts.reduce((held, amount, place) => (after[place] = held + amount), 0)
  const total = (isCounted: (amount: number) => boolean) =>
    BigInt(amounts.filter(isCounted).reduce((sum, amount) => sum + Math.abs(amount), 0))
  const sums = { in: total((amount) => amount > 0), out: total((amount) => amount < 0) }
  let pageCount = 0

  const operation = (place: number): Operation => ({
    id: `operation-${place}.0`,
    type: signOf(place) > 0 ? 'accrual' : 'payment',
    direction: signOf(place) > 0 ? 'in' : 'out',
    account: 'balance',
    currency: 'USDT',
    amount: decimal(BigInt(Math.abs(amounts[place] as number))),
    balanceAfter: decimal(BigInt(after[place] as number)),
    status: 'completed',
    createdAt: new Date(start + place * 60_000).toISOString(),
    reference: { kind: 'deposit', id: `deposit-${place % 200}` },
  })
  const nothing = { opening: '0', in: '0', out: '0', closing: '0' }
  const summary = {
    USDT: {
      balance: {
        opening: '0',
        in: decimal(sums.in),
        out: decimal(sums.out),
        closing: decimal(sums.in - sums.out),
      },
      balance_dep: nothing,
    },
  }

  function answer(path: string, query: URLSearchParams): unknown {
    if (path === '/api/auth/login') return { refreshToken: token, user }
    if (path === '/api/settings/extensions') return { key: 'extensions', value: [] }
    if (path !== '/api/user/operations/') return null
    pageCount += 1
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)]
    const first = (page - 1) * limit
    const items = Array.from({ length: Math.max(0, Math.min(limit, length - first)) }, (_, place) =>
      operation(first + place),
    )
    return { items, total: length, page, limit, summary }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream.invalid')
    const body = answer(url.pathname, url.searchParams)
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { message: 'nothing here', code: 'not_found' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // the server listens on TCP
    login: { login: user.login, password: 'Low-tide-at-7' },
    get pageCount() {
      return pageCount
    },
    sums,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const signOf = (place: number) => (place % 3 === 2 ? -1 : 1)

function decimal(millionths: bigint): string {
  const text = `${millionths}`.padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`
}

const user = {
  id: 'u1',
  login: 'long-statement',
  email: null,
  phone: null,
  phoneConfirmed: true,
  registeredAt: new Date(start).toISOString(),
  inviter: null,
  country: null,
  city: null,
  instagram: null,
  telegram: null,
  vk: null,
  language: 'en',
  role: 'investor',
  rank: null,
  subscription: null,
  verification: 'none',
  notifications: { unread: 0 },
}
