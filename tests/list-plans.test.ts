import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '~/contract'
import { type Access, type Call } from '~/contract/call'
import { send } from './contract/client'
import { type TestUpstream, openUpstream } from './contract/upstream'
import { newInvestor, signIn } from './contract/people'
import { makeLarge } from './support/large-investor'

/**
 * Each list of an investor, in each order, with each filter and on a later page, reads the tables that grow through an
 * index: whatever the others have, the cost is that of the investor's own rows. The statements are recorded from the
 * running backend and their plans are read with sequential scans made dear, so that one that is left has no index to take.
 */

const listsOf = (access: Access) =>
  Object.entries(contract).flatMap(([resource, calls]) =>
    Object.entries(calls as Record<string, Call>)
      .filter(([, call]) => call.method === 'GET' && call.access === access && 'limit' in shapeOf(call))
      .map(([name, call]) => ({ name: `${resource}.${name}`, call })),
  )
const lists = listsOf('investor')
const operatorLists = listsOf('operator')

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

/** What operators read whole, by call and query or table, and why that is no matter. */
const readWhole: Readonly<Record<string, string>> = {
  'operator.news news': 'what the company has written',
  'operator.proposals proposals': 'what one operator proposes to another, some a day',
  'operator.batches payment_batches': 'what operators have made, some a day',
  'operator.refills {"sort":"status"}':
    'the order depends on the moment: a request whose time is over counts as expired at once',
  'operator.users {"suspended":"false"}': 'nearly everybody, who are counted to a bound',
}

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

it('has the lists that operators read', () => {
  expect(operatorLists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['operator.payments', 'operator.deposits', 'operator.users', 'operator.audit']),
  )
})

it.each(operatorLists)(
  '$name of an operator reads through an index in each order and with each filter',
  async ({ name, call }) => {
    const { token: operator } = await signIn(upstream, 'operator')
    const found: string[] = []
    const excused = new Set<string>()
    for (const query of queriesOf(call)) {
      const described = JSON.stringify(query)
      const statements = await recorded(async () => {
        expect((await send(upstream, call, query, { token: operator })).status, described).toBe(200)
      })
      expect(statements.length).toBeGreaterThan(0)
      for (const statement of statements)
        for (const table of await scannedBy(statement)) {
          const excuse = [`${name} ${table}`, `${name} ${described}`].find((one) => one in readWhole)
          if (excuse) excused.add(excuse)
          else if (!small.has(table)) found.push(`${described}: ${table}: ${statement.text}`)
        }
    }
    expect(found).toEqual([])
    expect([...excused].sort()).toEqual(
      Object.keys(readWhole)
        .filter((key) => key.startsWith(`${name} `))
        .sort(),
    )
  },
)

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
  // Nor one that is read in the order of an index whose columns its filter does not name.
  const ordered = 'select id from ledger_entries where reference_id = $1 order by id limit 20'
  expect(await scannedBy({ text: ordered, values: ['one'] })).toEqual(['ledger_entries'])
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
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/**
 * The tables that a statement reads from end to end, where it has any other choice: by themselves, or by an index that is read
 * whole with a filter on each row. With few rows a whole index is cheap, so that counts only where no index helps the filter:
 * then there is no scan of bitmaps either, which is the only kind that can't be of a whole index.
 */
async function scannedBy(statement: Statement): Promise<string[]> {
  const plan = await planOf(statement, 'enable_seqscan')
  const isSeqScan = (node: PlanNode) => node['Node Type'] === 'Seq Scan'
  const filtered = tablesOf(plan, isWholeIndex)
  if (filtered.length === 0) return tablesOf(plan, isSeqScan)
  const ofBitmaps = await planOf(statement, 'enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan')
  const unhelped = tablesOf(ofBitmaps, (node) => isSeqScan(node) && node.Filter !== undefined)
  return [...tablesOf(plan, isSeqScan), ...filtered.filter((table) => unhelped.includes(table))]
}

const isWholeIndex = (node: PlanNode): boolean =>
  /^Index (Only )?Scan$/.test(node['Node Type']) &&
  node['Index Cond'] === undefined &&
  node.Filter !== undefined

/** Whether all rows are sorted for those of a page, though it has any other choice. */
async function sortsBeforeItCuts(statement: Statement): Promise<boolean> {
  const isSorted = (node: PlanNode): boolean =>
    (node['Node Type'] === 'Limit' && node.Plans!.some((below) => below['Node Type'] === 'Sort')) ||
    (node.Plans ?? []).some(isSorted)
  return isSorted(await planOf(statement, 'enable_sort'))
}

/** The plan of a statement with some kinds of nodes made dear. */
async function planOf({ text, values }: Statement, ...dear: string[]): Promise<PlanNode> {
  const client = await admin.connect()
  try {
    await client.query('begin')
    for (const kind of dear) await client.query(`set local ${kind} = off`)
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

function tablesOf(node: PlanNode, fits: (node: PlanNode) => boolean): string[] {
  const own = fits(node) ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap((below) => tablesOf(below, fits))]
}
