import { data } from '@remix-run/node'
import { createHash } from 'node:crypto'
import { type RequestContext } from '~/context'
import { isRefusal } from '~/forms/edit.server'
import { invalid, type LastResult, type ParsedForm } from '~/forms/parse.server'
import { type FieldOf, refused, problemsOf } from '~/forms/refused.server'
import { formStatus } from '~/upstream/failure-status.server'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { fieldTexts } from '~/upstream/failure-texts.server'
import { type Conflict } from './conflict'

/**
 * The answer to a form that edits what other operators may edit too. What they have changed since it was opened is never
 * overwritten unseen: the form comes back with what was typed, who changed it and when, and a button that replaces it.
 */

/** What the page of such a form may be answered with. */
export type ContentReply = { lastResult?: LastResult; submission?: string; conflict?: Conflict } | undefined

/** The name under which that button sends the version that it replaces. */
const replaceField = 'replace'

interface Edit<Done> {
  /** The version that the form was opened with. */
  version: string
  /** Makes the change and returns the redirect. */
  save: (version: string | undefined) => Promise<Done>
  /** The version that is there now. */
  current: () => Promise<string>
  /** The fields of those parts of a setting that have another name in its form: `exchange.min` is `exchangeMin`. */
  fieldOf?: FieldOf
}

export async function answerContentEdit<Done>(
  context: Pick<RequestContext, 'i18n' | 'form'>,
  form: ParsedForm<unknown>,
  { version, save, current, fieldOf }: Edit<Done>,
) {
  const replaced = context.form?.get(replaceField)
  try {
    return await save((typeof replaced === 'string' && replaced) || version || undefined)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code !== 'changed_meanwhile') return refusedContent(context, form, error, fieldOf)
    const { data: answer } = invalid(form, problemsOf(form, error, context.i18n))
    const conflict = conflictOf(error, await current(), context.i18n)
    return data({ ...answer, conflict }, { status: formStatus(error) })
  }
}

function conflictOf(
  { problem }: UpstreamFailure,
  version: string,
  { dateTime }: RequestContext['i18n'],
): Conflict {
  const { by, at } = problem?.params ?? {}
  const isKnown = typeof by === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
  return { version, by: isKnown ? { login: by, time: dateTime(at) } : null }
}

/**
 * The form with the upstream's errors at its fields, lists and settings included. What concerns none of them is said of the form as a
 * whole.
 */
function refusedContent(
  context: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  failure: UpstreamFailure,
  fieldOf: FieldOf = {},
) {
  const errors = Object.entries(fieldTexts(failure, context.i18n)).map(
    ([path, text]) => [fieldName(path, fieldOf), text] as const,
  )
  if (errors.length === 0) return refused(context, form, failure, { fallback: 'editing' })
  const { declares } = form.source
  const others = errors.filter(([name]) => !declares(name)).map(([, text]) => text)
  return invalid(form, {
    form: [...new Set(others)].join('. ') || undefined,
    fields: Object.fromEntries(errors.filter(([name]) => declares(name))),
    status: formStatus(failure),
  })
}

/** The field of a form: `value.items.0.ru` of a call is `items[0].ru`, `value.3.rank` is `items[3].rank`. */
function fieldName(path: string, fieldOf: FieldOf): string {
  const part = path.replace(/^value\./, '')
  if (Object.hasOwn(fieldOf, part)) return fieldOf[part]!
  return part.replace(/^(?=\d)/, 'items.').replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}

/** Stands for a long content where two posts of one form are compared. */
export const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
