import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { send } from './contract/client'
import { type TestUpstream, openUpstream } from './contract/upstream'
import { newInvestor, signIn } from './contract/people'
import { makeLarge } from './support/large-investor'

/**
 * Each list of an investor, in each order, with each filter and on a later page, reads the tables that grow through an
 * index: whatever the others have, the cost is that of the investor's own rows. The statements are recorded from the
 * running backend and their plans are read with sequential scans made dear, so that one that is left has no index to take.
 */

const lists = Object.entries(contract).flatMap(([resource, calls]) =>
  Object.entries(calls as Record<string, Call>)
    .filter(([, call]) => call.method === 'GET' && call.access === 'investor' && 'limit' in shapeOf(call))
    .map(([name, call]) => ({ name: `${resource}.${name}`, call })),
)

/** Those of which there is no more than a company has kinds of. */
const small = new Set([
  'payment_systems',
  'plans',
  'coins',
  'rates',
  'settings',
  'currencies',
  'content',
  'receiving_addresses',
])

let upstream: TestUpstream
let admin: pg.Pool
let token: string

beforeAll(async () => {
  upstream = await openUpstream('embedded')
  admin = new pg.Pool({ connectionString: upstream.here!.databaseUrl })
  const person = await newInvestor(upstream)
  await makeLarge(admin, person.login)
  token = person.token
  await admin.query('analyze')
})
afterAll(async () => {
  await admin.end()
  await upstream.close()
})

it('has the lists that an investor reads', () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'deposits.list',
      'refills.list',
      'payments.list',
      'user.operations',
      'notification.list',
    ]),
  )
})

it.each(lists)('$name reads through an index in each order and with each filter', async ({ call }) => {
  const found: string[] = []
  for (const query of queriesOf(call)) {
    const statements = await recorded(async () => {
      expect((await send(upstream, call, query, { token })).status, JSON.stringify(query)).toBe(200)
    })
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      for (const table of await scannedBy(statement))
        if (!small.has(table)) found.push(`${JSON.stringify(query)}: ${table}: ${statement.text}`)
  }
  expect(found).toEqual([])
})

it('the deposits and the users of all investors are read through an index in each order and with each filter', async () => {
  const { token: operator } = await signIn(upstream, 'operator')
  const found: string[] = []
  for (const call of [contract.operator.deposits, contract.operator.users])
    for (const query of queriesOf(call)) {
      // An order by status is of three kinds, and nearly everyone is not suspended.
      if (query.sort === 'status' || query.suspended === 'false') continue
      const statements = await recorded(async () => {
        expect((await send(upstream, call, query, { token: operator })).status, JSON.stringify(query)).toBe(
          200,
        )
      })
      for (const statement of statements)
        for (const table of await scannedBy(statement))
          if (['deposits', 'users'].includes(table)) found.push(`${JSON.stringify(query)}: ${statement.text}`)
    }
  expect(found).toEqual([])
})

it('the partners, and all deposits and users, are read in their order by an index', async () => {
  const { token: operator } = await signIn(upstream, 'operator')
  const found: string[] = []
  for (const [call, bearer] of [
    [contract.user.referrals, token],
    [contract.operator.deposits, operator],
    [contract.operator.users, operator],
  ] as const)
    for (const query of queriesOf(call)) {
      // Of statuses and of levels there are three, and a search is of few keys.
      if (query.search || !('sort' in query)) continue
      const statements = await recorded(async () => {
        expect((await send(upstream, call, query, { token: bearer })).status, JSON.stringify(query)).toBe(200)
      })
      const lists = statements.filter(
        ({ text }) => /order by .* limit/is.test(text) && /partners|deposits|users/.test(text),
      )
      expect(lists.length, JSON.stringify(query)).toBeGreaterThan(0)
      for (const statement of lists)
        if (await sortsBeforeItCuts(statement)) found.push(`${JSON.stringify(query)}: ${statement.text}`)
    }
  expect(found).toEqual([])
  const text = 'select id from deposits order by worth_usdt limit 20'
  expect(await sortsBeforeItCuts({ text, values: [] })).toBe(true)
})

it('finds a question that no index helps with', async () => {
  const text = 'select id from ledger_entries where reference_id = $1'
  expect(await scannedBy({ text, values: ['one'] })).toEqual(['ledger_entries'])
})

function shapeOf({ query }: Call): Record<string, z.ZodType> {
  return query instanceof z.ZodObject ? query.shape : {}
}

/** One query for each value of each parameter that has a choice, and some for those that take any. */
function queriesOf(call: Call): Record<string, string>[] {
  const shape = shapeOf(call)
  const open: Record<string, string[]> = {
    page: ['3'],
    limit: ['100'],
    search: ['p'],
    currency: ['USDT'],
    from: ['2026-01-01'],
    to: ['2026-12-31'],
    level: ['2'],
  }
  return Object.entries(shape).flatMap(([name, type]) =>
    (choicesOf(type) ?? open[name] ?? []).map((value): Record<string, string> => ({ [name]: value })),
  )
}

function choicesOf(type: z.ZodType): string[] | null {
  if (type instanceof z.ZodOptional) return choicesOf(type.unwrap() as z.ZodType)
  return type instanceof z.ZodEnum ? type.options.map(String) : null
}

interface Statement {
  text: string
  values: unknown[]
}

/** The questions that the backend puts to its database meanwhile. */
async function recorded(run: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const own = client.query
  client.query = function (this: unknown, ...given) {
    const [query, values] = given as [string | { text: string; values?: unknown[] }, unknown[]?]
    const text = typeof query === 'string' ? query : query.text
    if (/^\s*(select|with)\b/i.test(text))
      statements.push({ text, values: (typeof query === 'string' ? values : (query.values ?? values)) ?? [] })
    return own.apply(this, given)
  }
  try {
    await run()
  } finally {
    client.query = own
  }
  return statements
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The tables that a statement reads from end to end, where it has any other choice. */
async function scannedBy(statement: Statement): Promise<string[]> {
  return tablesOf(await planOf(statement, 'enable_seqscan'))
}

/** Whether all rows are sorted for those of a page, though it has any other choice. */
async function sortsBeforeItCuts(statement: Statement): Promise<boolean> {
  const isSorted = (node: PlanNode): boolean =>
    (node['Node Type'] === 'Limit' && node.Plans!.some((below) => below['Node Type'] === 'Sort')) ||
    (node.Plans ?? []).some(isSorted)
  return isSorted(await planOf(statement, 'enable_sort'))
}

/** The plan of a statement with one kind of node made dear. */
async function planOf({ text, values }: Statement, dear: string): Promise<PlanNode> {
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(`set local ${dear} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) ${text}`,
      values,
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function tablesOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(tablesOf)]
}
