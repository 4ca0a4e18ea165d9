import { type SQL, sql } from 'drizzle-orm'
import { type PgTable, customType, timestamp } from 'drizzle-orm/pg-core'

/** Column types that several tables share. */

/** The database returns `300.000000000000000000`; everywhere else it is `300`. */
function withoutPadding(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}

/** An amount of money or a rate: an exact decimal, a string on our side, never a float. */
export const amount = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric(38,18)',
  fromDriver: withoutPadding,
})

/** A percentage: `3.33` is 3.33 %. */
export const percent = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric(12,6)',
  fromDriver: withoutPadding,
})

/** A moment, to the millisecond that the contract shows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** `column in ('a', 'b')`, for check constraints. */
export const oneOf = (column: unknown, words: readonly string[]) =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`

/**
 * The words of a row, folded, which its table keeps in a column that the database alone fills (migration 0045). It is none of
 * the table's columns here, so that no row that is read carries it. Capitals of Russian and Lithuanian and signs of print are
 * folded by name: a server in the C locale folds Latin capitals alone, and takes these signs for letters.
 */
export const keptWords = (table: PgTable): SQL => sql`${table}.words`

const printed = '«»„“”‚‘’‹›—–…•·№'
const signs = '!-/:-@[-`{-~'

/** What is typed as a query of whole words, separated and folded as `keptWords` are. */
export const wordsIn = (typed: string): SQL => {
  const words = typed
    .toLowerCase()
    .replace(new RegExp(`[${signs.replace('[-', '\\[-')}${printed}]`, 'g'), ' ')
  return sql`plainto_tsquery('simple', ${words})`
}

/** A text in both languages of the product. */
export interface Texts {
  ru: string
  en: string
}
