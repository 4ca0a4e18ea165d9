import { type z } from 'zod'
import { contract, type Contract } from '~/contract'
import { type Call } from '~/contract/call'
import { readDay } from '~/formats/read-day.server'
import { type I18n } from '~/locale/create'

/** A call of the contract by its name, such as `deposits.list`, so that a page need not import schemas. */
type CallName = {
  [Resource in keyof Contract]: `${Resource}.${keyof Contract[Resource] & string}`
}[keyof Contract]

type CallNamed<Name extends CallName> = Name extends `${infer Resource}.${infer Own}`
  ? Resource extends keyof Contract
    ? Own extends keyof Contract[Resource]
      ? Extract<Contract[Resource][Own], Call>
      : never
    : never
  : never

/**
 * The filters and the page of a list from its address, by the contract's own schema. A value that the upstream would
 * refuse counts as absent, and so do blanks: a truncated or mistyped address still shows a list.
 * @param fields those that this page takes from its address
 */
export function readListQuery<
  Name extends CallName,
  Field extends keyof z.output<CallNamed<Name>['query']> & string,
>(
  name: Name,
  search: URLSearchParams,
  fields: readonly Field[],
): Partial<Pick<z.output<CallNamed<Name>['query']>, Field>> {
  const [resource = '', own = ''] = name.split('.')
  const { shape } = (contract as unknown as Record<string, Record<string, Call>>)[resource]![own]!.query // by its type, the name is one of them
  const found = fields.flatMap((field) => {
    const typed = isDayField(field) ? typedDay(search, field) : search.get(field)
    const schema = shape[field] as z.ZodType | undefined
    // No schema names the one sign that no database keeps.
    const value = typed?.trim() && !typed.includes('\0') ? schema?.safeParse(typed) : undefined
    return value?.success ? [[field, value.data]] : []
  })
  // each value matches the schema of its own field
  return Object.fromEntries(found) as Partial<Pick<z.output<CallNamed<Name>['query']>, Field>>
}

const dayFields = ['from', 'to'] as const
type DayName = (typeof dayFields)[number]

const isDayField = (field: string): field is DayName => (dayFields as readonly string[]).includes(field)

/** What an address has for a day: as `YYYY-MM-DD` where it can be read, else as it is. */
function typedDay(search: URLSearchParams, field: DayName): string | null {
  const typed = search.get(field)
  return typed && (readDay(typed) ?? typed)
}

/** What is wrong with the days of a filter: a text for a field, and what is typed in both. */
export interface DayErrors {
  typed: { [Name in DayName]?: string }
  texts: { [Name in DayName]?: string }
}

/**
 * A day that can't be read, or a first day after the last one: no call is made, and the fields show the errors. A list
 * of other days would be taken for the one that was asked for.
 * @param search the list's address
 * @param query what `readListQuery` has made of it
 * @returns null if nothing is wrong
 */
export function dayErrorsOf(
  search: URLSearchParams,
  query: { from?: string; to?: string },
  { t }: I18n,
): DayErrors | null {
  const typed = Object.fromEntries(
    dayFields.flatMap((field) => {
      const day = typedDay(search, field)?.trim()
      return day && !day.includes('\0') ? [[field, day.slice(0, 40)] as const] : []
    }),
  )
  const unread = dayFields.filter((field) => typed[field] !== undefined && query[field] === undefined)
  if (unread.length > 0)
    return {
      typed,
      texts: Object.fromEntries(unread.map((field) => [field, t('refusals:code.date_invalid')])),
    }
  const { from, to } = query
  if (from === undefined || to === undefined || from <= to) return null
  return { typed, texts: { to: t('refusals:code.dates_swapped') } }
}
