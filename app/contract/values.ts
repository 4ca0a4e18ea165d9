import { languages } from './languages'
import { z } from 'zod'

/** The upstream's notation for the values that every resource shares. Money never travels as a JSON number. */

/** A decimal string such as `"1000.5"`; the currency stands beside it. */
export const Amount = z
  .string()
  .max(64)
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ description: 'Decimal string; never a JSON number' })

/** A decimal string in percent: `"3.33"` is 3.33 %. */
export const Percent = Amount.meta({ description: 'Decimal string in percent' })

/** ISO 8601 in UTC with milliseconds. */
export const Time = z.iso.datetime({ precision: 3 })

/** A calendar date, `YYYY-MM-DD`; before the year 1 there is none. */
export const CalendarDate = z.iso.date().refine((date) => !date.startsWith('0000'))

/** Opaque, at most 64 characters, safe in a path. */
export const Id = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/)

/** A login as it is registered and shown; compared without regard to case. */
export const Login = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/)

/** A currency code such as `USDT`. The list of currencies is the upstream's. */
export const Currency = z.string().regex(/^[A-Z0-9]{2,10}$/)

/**
 * The password once more, for what could take an account or its money away. An upstream that asks for it answers
 * `password_required` where it is missing; one that does not ignores it.
 */
export const CurrentPassword = z.string().max(1024).optional()

export const Language = z.enum(languages)

/** An address given by the upstream for a reader to open. */
export const Link = z.url({ protocol: /^https?$/ }).max(2048)

/** Text in the reader's language, shown as text and never as HTML. */
export const Text = z.string().max(10_000)

/**
 * One word of a closed list. A word that this version does not know is read as `unknown` and shown under a
 * neutral label, so that an upstream may grow new states without breaking the pages.
 */
export function word<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum([...words, 'unknown'] as [...Words, 'unknown']).catch('unknown' as never)
}

/** Further than any list goes; an offset of any number would be counted through. */
const maxPage = 1_000_000
export const PageNumber = z.coerce.number<number>().int().min(1).max(maxPage)
const limit = (most: number) => z.coerce.number<number>().int().min(1).max(most)

/**
 * The query of every list: `page` from 1, `limit` 20 unless told, sorting by one of `columns`.
 * @param filters further query fields of this list
 */
export function listQuery<
  const Columns extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape = Record<never, never>,
>(columns: Columns, filters?: Filters, maxPerPage = 100) {
  return z.object({
    page: PageNumber.optional(),
    limit: limit(maxPerPage).optional(),
    sort: z.enum(columns).optional(),
    sortDir: z.enum(['asc', 'desc']).optional(),
    search: z.string().trim().max(100).optional(),
    ...(filters ?? ({} as Filters)),
  })
}

/** The answer of every list. `total` counts all that the filters let through, not this page. */
export function listOf<Item extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  extra?: Extra,
) {
  return z.object({
    items: z.array(item),
    total: z.number().int().min(0),
    page: z.number().int().min(1),
    limit: z.number().int().min(1),
    ...(extra ?? ({} as Extra)),
  })
}

/** Inclusive days of the product's time zone. */
export const dayRange = { from: CalendarDate.optional(), to: CalendarDate.optional() }
