import { type z } from 'zod'
import { contract, type Contract } from '~/contract'
import { type Call } from '~/contract/call'

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
 * refuse counts as absent: a truncated or mistyped address still shows a list.
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
    const typed = search.get(field)
    const schema = shape[field] as z.ZodType | undefined
    // No schema names the one sign that no database keeps.
    const value = typed && !typed.includes('\0') ? schema?.safeParse(typed) : undefined
    return value?.success ? [[field, value.data]] : []
  })
  // each value matches the schema of its own field
  return Object.fromEntries(found) as Partial<Pick<z.output<CallNamed<Name>['query']>, Field>>
}

/** A first day after the last one: no call is made, and the field shows an error. */
export function areDaysSwapped({ from, to }: { from?: string; to?: string }): boolean {
  return from !== undefined && to !== undefined && from > to
}
