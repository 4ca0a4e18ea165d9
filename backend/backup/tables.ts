import type pg from 'pg'

/**
 * What a database of ours holds, table by table, and the sums by which two of them are compared. Invariant: equal totals
 * mean equal content: each row counts with a hash of all of its values, whatever the order and the release of the server.
 */

export interface Table {
  name: string
  /** In the order of the table; those that the database computes are left out. */
  columns: string[]
  /** Of the columns, those whose sum means something. */
  numeric: string[]
}

export interface Totals {
  table: string
  rows: string
  /** Of each numeric column. */
  sums: Record<string, string>
  /** The sum of the hashes of the rows. */
  digest: string
}

export interface SequenceState {
  name: string
  /** Null where no number was taken yet. */
  lastValue: string | null
}

/** How values are written as text, so that equal ones are written alike by every server. */
export const textSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local lock_timeout = '30s'`

/** The tables of the product, by name. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; numeric: string[] | null }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(a.attname::text order by a.attnum)
        filter (where a.atttypid in ('numeric'::regtype, 'bigint'::regtype, 'integer'::regtype, 'smallint'::regtype))
        as numeric
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows.map(({ name, columns, numeric }) => ({ name, columns, numeric: numeric ?? [] }))
}

/** Call it in a transaction that has `textSettings`. */
export async function totalsOf(client: pg.Client, { name, columns, numeric }: Table): Promise<Totals> {
  const values = `row(${columns.map(quoted).join(', ')})::text`
  const sums = numeric.map((column, n) => `, coalesce(sum(${quoted(column)}::numeric), 0)::text as sum_${n}`)
  const { rows } = await client.query<Record<string, string>>(
    `select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(${values}), 15))::bit(60)::bigint::numeric), 0)::text as digest ${sums.join(' ')}
    from public.${quoted(name)}`,
  )
  const found = rows[0]! // an aggregate has one row
  return {
    ...{ table: name, rows: found.rows!, digest: found.digest! },
    sums: Object.fromEntries(numeric.map((column, n) => [column, plainZeros(found[`sum_${n}`]!)])),
  }
}

/** Where two totals differ, a text for each table; none: the content is equal. */
export function differences(expected: readonly Totals[], found: readonly Totals[]): string[] {
  const byName = new Map(found.map((one) => [one.table, one]))
  const names = new Set(expected.map(({ table }) => table))
  const extra = found.filter(({ table, rows }) => !names.has(table) && rows !== '0')
  return [
    ...expected.flatMap((one) => {
      const other = byName.get(one.table)
      if (!other) return [`${one.table} is missing`]
      if (one.rows !== other.rows) return [`${one.table} has ${other.rows} rows instead of ${one.rows}`]
      const sums = Object.keys(one.sums).filter((column) => one.sums[column] !== other.sums[column])
      if (sums.length > 0) return [`${one.table} has another sum of ${sums.join(', ')}`]
      return one.digest === other.digest ? [] : [`${one.table} has other values`]
    }),
    ...extra.map(({ table, rows }) => `${table} has ${rows} rows and should not be there`),
  ]
}

/** Numbers that columns are filled from. They are taken outside of transactions, so they are read last. */
export async function sequencesOf(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' order by sequencename`,
  )
  return rows
}

/** A database of an earlier release is backed up as well. */
async function hasPartners(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select where to_regclass('public.partners') is not null`)
  return rowCount === 1
}

/** What is kept of partners is what comes of the investors and of the ledger. */
const partnerLaws: [string, string][] = [
  [
    'partners that are not as investors and rewards say',
    `with recursive tree as (
       select inviter_id as user_id, id, inviter_id, 1 as level from users where inviter_id is not null
       union all
       select users.inviter_id, tree.id, tree.inviter_id, level + 1 from tree join users on users.id = tree.user_id
       where level < 3 and users.inviter_id is not null
     ), rewards as (
       select e.user_id, source_user_id, coalesce(sum(amount) filter (where l.type = 'referral'), 0) as bonus,
         sum(amount) as accruals, coalesce(sum(amount) filter (where l.account = 'rewards_held'), 0) as held
       from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.user_id = e.user_id
       where source_user_id is not null group by e.user_id, source_user_id
     ), expected as (
       select tree.user_id, tree.id as partner_id, tree.inviter_id as invited_by, level, lower(login) as login_key,
         registered_at, own_turnover as turnover, coalesce(bonus, 0) as bonus, coalesce(accruals, 0) as accruals,
         coalesce(held, 0) as held,
         case when level < 3 then (select count(*) from users where inviter_id = tree.id) else 0 end as invited
       from tree join users on users.id = tree.id
         left join rewards on rewards.user_id = tree.user_id and source_user_id = tree.id
     )
     select from expected full join partners using (user_id, partner_id)
     where (expected.invited_by, expected.level, expected.login_key, expected.registered_at, expected.turnover, expected.bonus,
         expected.accruals, expected.held, expected.invited)
       is distinct from (partners.invited_by, partners.level, partners.login_key, partners.registered_at, partners.turnover,
         partners.bonus, partners.accruals, partners.held, partners.invited)`,
  ],
  [
    'sums of partners that are not those of their rows',
    `with expected as (
       select user_id, of as invited_by, level, count(*) as partners, sum(turnover) as turnover, sum(bonus) as bonus,
         sum(accruals) as accruals
       from partners, lateral (select user_id as of union select invited_by) as groups group by user_id, of, level
     )
     select from expected full join partner_sums as sums using (user_id, invited_by, level)
     where (expected.partners, expected.turnover, expected.bonus, expected.accruals)
       is distinct from (sums.partners, sums.turnover, sums.bonus, sums.accruals)`,
  ],
]

export interface Fault {
  what: string
  count: number
}

/** The laws of the ledger over the whole of it; none: they hold. */
export async function ledgerFaults(client: pg.Client): Promise<Fault[]> {
  const laws: [string, string][] = [
    [
      'accounts whose balance is not the sum of their lines',
      `select from ledger_accounts a left join
         (select account_id, sum(amount) as total from ledger_lines group by account_id) l on l.account_id = a.id
       where a.balance <> coalesce(l.total, 0)`,
    ],
    [
      'entries that do not sum to zero',
      `select from ledger_lines group by entry_id, currency having sum(amount) <> 0`,
    ],
    [
      'entries without their lines',
      `select from ledger_entries e where (select count(*) from ledger_lines where entry_id = e.id) < 2`,
    ],
    [
      'currencies whose accounts do not sum to zero',
      `select from ledger_accounts group by currency having sum(balance) <> 0`,
    ],
    ...((await hasPartners(client)) ? partnerLaws : []),
  ]
  const faults: Fault[] = []
  for (const [what, query] of laws) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (${query}) as found`,
    )
    if (rows[0]!.count > 0) faults.push({ what, count: rows[0]!.count })
  }
  return faults
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `1.500` and `1.5` are one number: a column may have its scale from another release. */
function plainZeros(number: string): string {
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number
}
