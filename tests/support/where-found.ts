import { type TestDatabase } from './postgres'

/** The tables with one of the texts in any column, by name. */
export async function whereFound(pool: TestDatabase['pool'], texts: string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} t where t::text like any($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}
