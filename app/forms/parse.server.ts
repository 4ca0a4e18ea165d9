import { type Submission, type SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { type z } from 'zod'
import { type I18n } from '~/i18n/create'
import { errorText } from '~/i18n/error-text'

/**
 * From a posted form to values, or back to the page with what was typed. Schemas speak in error codes; the
 * reader's texts are found here, so that neither schemas nor codes reach a browser.
 */

/** What a form is read from: the part of the request's context that matters here. */
export interface FormContext {
  /** Read once and bounded by the guard. */
  form: FormData | null
  i18n: I18n
}

export type ParsedForm<Value> = { ok: true; value: Value; source: Source } | { ok: false; source: Source }

/** What the answer to a form is made of. */
interface Source {
  submission: Pick<Submission<unknown, string[]>, 'reply'>
  secrets: string[]
}

export type LastResult = SubmissionResult<string[]>

/** Typed by the reader and never sent back. */
const isSecret = (name: string) => /password/i.test(name)

/** Of the form's machinery; no schema sees them and no answer repeats them. */
const isOurs = (name: string) => name === 'formToken' || name === 'submission' || name.startsWith('__')

/**
 * Reads the posted form by a schema whose messages are error codes of `locales` (`errors:code.*`); an issue's
 * `params` fill the text, and amounts among them are written in the `currency` that stands beside them.
 */
export async function parseForm<Schema extends z.ZodType>(
  { form, i18n }: FormContext,
  schema: Schema,
): Promise<ParsedForm<z.output<Schema>>> {
  const typed = new FormData()
  for (const [name, value] of form ?? []) if (!isOurs(name)) typed.append(name, value)

  const submission = await parseWithZod(typed, {
    schema,
    async: true,
    formatError: (issues: z.core.$ZodIssue[]) => issues.map((issue) => textOf(i18n, issue)),
  })
  const source: Source = { submission, secrets: [...typed.keys()].filter(isSecret) }
  return submission.status === 'success'
    ? { ok: true, value: submission.value, source }
    : { ok: false, source }
}

interface Problems {
  /** Texts by field, beside those of the schema. */
  fields?: Record<string, string>
  /** A text about the form as a whole. */
  form?: string
  status?: number
  /** A new id for the next attempt of a form that moves money: the one that was sent may be used up. */
  submission?: string
}

/** The page again with its errors and what was typed: 422 unless told, and never a password. */
export function invalid(form: ParsedForm<unknown>, problems: Problems = {}) {
  const { submission, secrets } = form.source
  const lastResult: LastResult = submission.reply({
    hideFields: secrets,
    formErrors: problems.form ? [problems.form] : undefined,
    fieldErrors: problems.fields
      ? Object.fromEntries(Object.entries(problems.fields).map(([field, text]) => [field, [text]]))
      : undefined,
  })
  return data({ lastResult, submission: problems.submission }, { status: problems.status ?? 422 })
}

function textOf(i18n: I18n, issue: z.core.$ZodIssue): string {
  const params = issue.code === 'custom' ? (issue.params as Record<string, string | number>) : undefined
  return errorText(i18n, issue.message, params) ?? i18n.t(`errors:code.${plainCode(issue)}`)
}

/** For an issue that its schema gave no code of ours. */
function plainCode(issue: z.core.$ZodIssue) {
  if (issue.code === 'invalid_type' && issue.message.endsWith('undefined')) return 'required'
  return issue.code === 'too_big' ? 'too_long' : 'invalid'
}
