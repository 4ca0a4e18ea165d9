import pg from 'pg'
import { openUpstream } from '../tests/contract/upstream'
import { newInvestor } from '../tests/support/investor'

/** The investors that the script acts for, one a client: `bench-0`, `bench-1`, … */
export const scriptedInvestor = (client: number | string) => `bench-${client}`

/**
 * The statements by which the backend opens a deposit, as a script of pgbench. They are recorded from a real opening;
 * the investor and every generated id are replaced by those of the client that runs it.
 */
export async function depositScript(): Promise<string> {
  const upstream = await openUpstream('embedded')
  try {
    const investor = await newInvestor(upstream.url, { usdt: '10000' })
    const open = () =>
      investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
    await open() // a second one finds its accounts made
    return toScript(await statementsOf(open))
  } finally {
    await upstream.close()
  }
}

type Value = string | number | boolean | Date | null

interface Statement {
  text: string
  values: (Value | Value[])[]
}

/** The statements that any database receives during an action. */
async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const { query } = client
  client.query = function (this: unknown, ...given: unknown[]) {
    const [first, second] = given as [string | Partial<Statement>, Statement['values'] | undefined]
    const { text = '', values = second ?? [] } = typeof first === 'string' ? { text: first } : first
    statements.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, given)
  }
  try {
    await act()
  } finally {
    client.query = query
  }
  return statements
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function toScript(statements: Statement[]): string {
  const chain = statements.find(({ text }) => /\brecursive\s+chain\b/.test(text))
  const [investorId] = (chain?.values[0] as string[] | undefined) ?? []
  if (!investorId) throw new Error('the opening of a deposit locks its investor in other words now')
  const made = new Map<string, string>()
  const sql = statements.map(withValues).join('\n')
  const script = sql.replace(uuid, (id) => {
    if (id === investorId) return scriptedInvestor(':client_id')
    if (!made.has(id)) made.set(id, `id${made.size}`)
    return `${scriptedInvestor(':client_id')}-:${made.get(id)}`
  })
  const drawn = [...made.values()].map((name) => `\\set ${name} random(1, 9000000000000000000)`)
  return [...drawn, script, ''].join('\n')
}

/** One line, since pgbench reads a statement up to a semicolon at the end of a line. */
function withValues({ text, values }: Statement): string {
  const filled = text.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]))
  return `${filled.replace(/\s+/g, ' ').trim()};`
}

function literal(value: Value | Value[] | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join()}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

function element(value: Value): string {
  if (value === null) return 'NULL'
  return `"${(value instanceof Date ? value.toISOString() : String(value)).replace(/[\\"]/g, '\\$&')}"`
}
