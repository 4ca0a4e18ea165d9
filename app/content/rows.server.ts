import { type z } from 'zod'
import { maxItemsIn } from '~/session/field-names.server'
import { data } from '@remix-run/node'
import { type FormContext, type LastResult, declaredFields, nestedValues } from '~/forms/parse.server'
import { type RowsCommand, rowsField } from './rows'

/**
 * Rows of a form are added, removed and moved without scripts: a button sends the whole form with what it is for, and
 * the form comes back with its rows changed and everything that was typed. Nothing is checked or saved.
 */

/** Whether the form was sent by one of the buttons beside its rows. */
export const changesRows = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has(rowsField) ?? false

/** The form again, with its rows changed as the pressed button says. */
export function withRowsChanged({ form }: Pick<FormContext, 'form'>, schema: z.ZodType) {
  const typed: [string, string][] = []
  for (const [name, value] of declaredFields(form, schema))
    if (typeof value === 'string') typed.push([name, value])
  const values = nestedValues(Object.fromEntries(typed))
  const command = commandOf(form?.get(rowsField))
  if (command) {
    const rows = values[command.list]
    const max = maxItemsIn(schema, command.list)
    if (max > 0) values[command.list] = changed(Array.isArray(rows) ? rows : [], command, max)
  }
  const lastResult = { initialValue: values } as LastResult
  return data({ lastResult, submission: undefined as string | undefined }, { status: 200 })
}

function changed(rows: readonly unknown[], { verb, at }: RowsCommand, max: number): unknown[] {
  switch (verb) {
    case 'add':
      return rows.length < max ? [...rows, {}] : [...rows]
    case 'remove':
      return rows.filter((_, place) => place !== at)
    case 'up':
      return swapped(rows, at - 1)
    case 'down':
      return swapped(rows, at)
  }
}

/** The rows with this one and the next one in each other's place. */
function swapped(rows: readonly unknown[], at: number): unknown[] {
  if (at < 0 || at + 1 >= rows.length) return [...rows]
  return [...rows.slice(0, at), rows[at + 1], rows[at], ...rows.slice(at + 2)]
}

/** `items.up.2`, or null for anything else. */
function commandOf(sent: FormDataEntryValue | null | undefined): RowsCommand | null {
  const found = typeof sent === 'string' ? /^(\w{1,32})\.(add|remove|up|down)\.(\d{1,2})$/.exec(sent) : null
  return found && { list: found[1]!, verb: found[2] as RowsCommand['verb'], at: Number(found[3]) }
}
