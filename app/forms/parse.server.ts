import { type Submission, type SubmissionResult, parse } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { type I18n } from '~/locale/create'
import { errorText } from '~/locale/error-text'
import { isPassword, declaresField, isFieldName } from '~/session/field-names.server'

/**
 * Parses a posted form into values, or returns the page with the typed values. Schemas have error codes; the texts are
 * looked up here, so that neither schemas nor codes reach a browser.
 */

/** The part of the request's context that parsing needs. */
export interface FormContext {
  /** Read once and bounded by the guard. */
  form: FormData | null
  i18n: I18n
}

export type ParsedForm<Value> = { ok: true; value: Value; source: Source } | { ok: false; source: Source }

/** The parts of the answer to a form. */
interface Source {
  submission: Pick<Submission<unknown, string[]>, 'reply'>
  secrets: string[]
  /** The form's fields in order, even those that send no value, such as a choice that was not made. */
  order: string[]
  /** Whether a field of this whole name, such as `wallets[0].address`, can be one of the form's. */
  declares: (name: string) => boolean
}

export type LastResult = SubmissionResult<string[]>

/**
 * Distinguishes the forms of one page when it shows an answer. Other fields outside the schema are read by name where
 * they are needed and are no part of an answer.
 */
const intentField = 'intent'

/**
 * Parses the posted form by a schema whose messages are error codes of `locales` (`errors:code.*`). An issue's
 * `params` fill the text; amounts among them are written in the `currency` beside them. Fields outside the schema are
 * dropped before their names are used.
 */
export async function parseForm<Schema extends z.ZodType>(
  { form, i18n }: FormContext,
  schema: Schema,
): Promise<ParsedForm<z.output<Schema>>> {
  const typed = declaredFields(form, schema)

  const submission = await parseWithZod(typed, {
    schema,
    async: true,
    formatError: (issues: z.core.$ZodIssue[]) => issues.map((issue) => textOf(i18n, issue, typed)),
  })
  const source: Source = {
    submission,
    secrets: [...typed.keys()].filter(isPassword),
    order: fieldsOf(schema),
    declares: (name) => declaresField(schema, name),
  }
  return submission.status === 'success'
    ? { ok: true, value: submission.value, source }
    : { ok: false, source }
}

/** The posted fields that a schema declares, and which form of the page was posted. */
export function declaredFields(form: FormData | null, schema: z.ZodType): FormData {
  const declared = new FormData()
  for (const [name, value] of form ?? [])
    if (name === intentField || declaresField(schema, name)) declared.append(name, value)
  return declared
}

interface Problems {
  /** Texts by field, beside those of the schema. */
  fields?: Record<string, string>
  /** A text about the form as a whole. */
  form?: string
  status?: number
  /** A new id for the next attempt of a form that moves money: the one that was sent may be used up. */
  submission?: string
  /** Values that the page shows in place of those that were sent. */
  values?: NonNullable<LastResult['initialValue']>
}

/** The page with its errors and the typed values, never a password. Status 422 by default. */
export function invalid(form: ParsedForm<unknown>, problems: Problems = {}) {
  const { submission, secrets, order } = form.source
  const reply: LastResult = submission.reply({
    hideFields: secrets,
    formErrors: problems.form ? [problems.form] : undefined,
    fieldErrors: problems.fields
      ? Object.fromEntries(Object.entries(problems.fields).map(([field, text]) => [field, [text]]))
      : undefined,
  })
  const initialValue = problems.values ? { ...reply.initialValue, ...problems.values } : reply.initialValue
  const lastResult: LastResult = { ...reply, initialValue, error: inOrder(reply.error, order) }
  return data({ lastResult, submission: problems.submission }, { status: problems.status ?? 422 })
}

/**
 * The page with the typed values and one more required field. Nothing typed is wrong, so there is no error. Null if
 * the form has no such field, or already requested the same.
 * @param field records in the form what the page requested
 */
export function askMore(form: ParsedForm<unknown>, field: string, question: string) {
  const { submission, secrets, order } = form.source
  const { initialValue } = submission.reply({ hideFields: secrets })
  if (!order.includes(field) || initialValue?.[field] === question) return null
  const lastResult: LastResult = { initialValue: { ...initialValue, [field]: question } }
  return data({ lastResult, submission: undefined as string | undefined }, { status: 200 })
}

/** Whether a field, such as `wallets[0].address`, is one of the form's schema. */
export function hasField(form: ParsedForm<unknown>, name: string): boolean {
  return form.source.order.includes(name.split(/[.[]/, 1)[0] ?? name)
}

/** The errors of the form as a whole, then those of the fields from top to bottom. */
function inOrder(error: LastResult['error'], order: readonly string[]): LastResult['error'] {
  const place = (name: string) =>
    name === '' ? -1 : order.includes(name) ? order.indexOf(name) : order.length
  return (
    error && Object.fromEntries(Object.entries(error).sort(([one], [other]) => place(one) - place(other)))
  )
}

/** Schemas name their fields in the order of the form. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function textOf(i18n: I18n, issue: z.core.$ZodIssue, typed: FormData): string {
  const params = issue.code === 'custom' ? (issue.params as Record<string, string | number>) : undefined
  return errorText(i18n, issue.message, params) ?? i18n.t(`refusals:code.${plainCode(issue, typed)}`)
}

/** For an issue without one of our codes. */
function plainCode({ code, path }: z.core.$ZodIssue, typed: FormData) {
  if (code === 'invalid_type' && !typed.get(path.join('.'))) return 'required'
  return code === 'too_big' ? 'too_long' : 'invalid'
}

/** Unflattens field names for a form's default values: `wallets[0].address` becomes an entry of a list. */
export function nestedValues(fields: Record<string, string>): Record<string, unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (isFieldName(name)) form.set(name, value)
  return parse(form, { resolve: () => ({ error: null }) }).payload
}
