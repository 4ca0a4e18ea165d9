import { z } from 'zod'
import { languages } from './languages'
import { adapted, ifGiven, inNotation, isFields } from './reading'

/** Schemas of the values that all resources share. Money is never a JSON number. */

/** A decimal string such as `"1000.5"`; its currency is another field. */
export const Amount = inNotation(
  'amount',
  z
    .string()
    .max(64)
    .regex(/^-?\d+(\.\d+)?$/),
).meta({ description: 'Decimal string; never a JSON number' })

/** A decimal string in percent: `"3.33"` is 3.33 %. */
export const Percent = inNotation('percent', Amount.meta({ description: 'Decimal string in percent' }))

/** ISO 8601 in UTC with milliseconds. */
export const Time = inNotation('time', z.iso.datetime({ precision: 3 }))

/** A calendar date, `YYYY-MM-DD`; before the year 1 there is none. */
export const CalendarDate = inNotation(
  'date',
  z.iso.date().refine((date) => !date.startsWith('0000')),
)

/**
 * At most 128 characters that are safe in a path once they are encoded. Slashes and percent signs are not: servers decode
 * them at different times, and a path that is decoded twice changes.
 */
const safeInPath = /^(?!\.$)(?!.*\.\.)(?=.{1,128}$)[^\p{C}\p{Z}/\\%]+(?: [^\p{C}\p{Z}/\\%]+)*$/u

export const Id = inNotation('id', z.string().regex(safeInPath))

/** A reference to another thing by its id, or on some upstreams by its title. It is never used in a path. */
export const Reference = adapted(inNotation('id', z.string().min(1).max(200)), (given) =>
  isFields(given) ? (given.id ?? given.name) : given,
)

/** The value of an `Idempotency-Key` header, which the client chooses. */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/)

/**
 * The key of a call that may go without one. Who has it gets the answer, so it is made of 128 random bits or more: 22
 * characters in base64url.
 */
export const AnswerKey = z.string().regex(/^[A-Za-z0-9._~-]{22,64}$/)

/** A login; compared case-insensitively. On other upstreams it may be an e-mail address. */
export const Login = inNotation('login', z.string().regex(safeInPath))

/** A login that this repository's backend registers. Other upstreams have rules of their own. */
export const NewLogin = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/)

/** A currency code such as `USDT`. The list of currencies is the upstream's. */
export const Currency = inNotation('currency', z.string().regex(/^[A-Z0-9]{2,10}$/))

/**
 * The current password, for changes by which an account or its money could be stolen. An upstream that requires it answers
 * `password_required` if it is missing; others ignore it.
 */
export const CurrentPassword = z.string().max(1024).optional()

export const Language = z.enum(languages)

/** A URL from the upstream that users may open. */
export const Link = z.url({ protocol: /^https?$/ }).max(2048)

/** Text in the user's language, shown as text and never as HTML. */
export const Text = z.string().max(10_000)

/**
 * One of these words. An unknown or missing word is parsed as `unknown` and shown with a neutral label, so that an upstream
 * may add states without breaking pages.
 */
export function word<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return inNotation('word', z.enum([...words, 'unknown'] as [...Words, 'unknown']))
}

/** Higher than any list's last page: databases count through the whole offset. */
const maxPage = 1_000_000
export const PageNumber = z.coerce.number<number>().int().min(1).max(maxPage)
const limit = (max: number) => z.coerce.number<number>().int().min(1).max(max)

/**
 * The query of a list: `page` from 1, `limit` 20 by default, sorting by one of `columns`.
 * @param filters further query parameters of this list
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

/** The output of a list. `total` counts all rows that match the filters, not those of this page. */
export function listOf<Item extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  extra?: Extra,
) {
  return z.object({
    items: z.array(item),
    total: ifGiven(z.number().int().min(0)),
    page: z.number().int().min(1),
    limit: z.number().int().min(1),
    ...(extra ?? ({} as Extra)),
  })
}

/** A list that is counted up to a bound, so that a long one answers as fast as a short one. */
export const boundedListOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item).extend({
    total: z
      .number()
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Null where there are more than are counted' }),
    moreThan: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Where there are more than are counted: more than how many' }),
  })

/** Inclusive days of the product's time zone. */
export const dayRange = { from: CalendarDate.optional(), to: CalendarDate.optional() }
