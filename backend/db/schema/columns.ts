import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

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

/** A text in both languages of the product. */
export interface Texts {
  ru: string
  en: string
}
