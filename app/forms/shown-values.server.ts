import { z } from 'zod'
import { type I18n } from '~/locale/create'
import { type FormContext } from './parse.server'

/**
 * A form of stored values sends along what it has shown of them. So a page that was opened earlier changes only what its reader has
 * typed, and not what another tab or device has saved since.
 */

/** The hidden field: what was shown, as JSON, text by name. */
export const shownField = { shown: z.string().max(20_000, 'too_long').optional() }

export type Texts<Name extends string = string> = Readonly<Record<Name, string | null>>

const Shown = z.record(z.string(), z.string().nullable())

/** What a form has shown, as it was sent; a name that was not sent counts as shown as it is stored. */
export function shownIn({ form }: Pick<FormContext, 'form'>, stored: Texts): Texts {
  const sent = form?.get('shown')
  if (typeof sent !== 'string') return stored
  try {
    return { ...stored, ...Shown.safeParse(JSON.parse(sent)).data }
  } catch {
    return stored
  }
}

interface Merged<Name extends string> {
  /** The fields that the reader has changed. */
  typed: readonly Name[]
  /** Those of them that have been changed elsewhere too since the page was opened. */
  changedElsewhere: readonly Name[]
}

/** Puts what is stored by now in the place of what the reader has left as it was shown. */
export function mergeStored<Name extends string>(
  { form }: Pick<FormContext, 'form'>,
  stored: Texts<Name>,
  names: readonly Name[],
): Merged<Name> {
  const shown = shownIn({ form }, stored)
  const typed = names.filter((name) => sentText(form, name) !== (shown[name] ?? ''))
  const untouched = names.filter((name) => !typed.includes(name))
  for (const name of untouched) form?.set(name, stored[name] ?? '')
  const merged = names.map((name) => [name, untouched.includes(name) ? stored[name] : shown[name]])
  form?.set('shown', JSON.stringify(Object.fromEntries(merged)))
  const changedElsewhere = typed.filter((name) => (stored[name] ?? '') !== (shown[name] ?? ''))
  return { typed, changedElsewhere }
}

/** What the page of a merged form shows where some of its fields were changed elsewhere: pressed once more, it replaces them. */
export function overtaken<Name extends string>(
  { form, i18n }: FormContext,
  stored: Texts<Name>,
  { names, at, wordOf }: { names: readonly Name[]; at: readonly Name[]; wordOf?: (name: Name) => string },
) {
  const texts = at.map((name) => [
    name,
    overtakenText(stored[name] && (wordOf?.(name) ?? stored[name]), i18n),
  ])
  const shown = JSON.stringify(Object.fromEntries(names.map((name) => [name, stored[name]])))
  return {
    fields: Object.fromEntries(texts) as Record<string, string>,
    values: { ...Object.fromEntries(names.map((name) => [name, sentText(form, name)])), shown },
  }
}

/** The error at a field that was changed elsewhere: what is stored there now. */
export const overtakenText = (stored: string | null | undefined, { t }: Pick<I18n, 't'>): string =>
  stored ? t('refusals:overtaken.changed', { value: stored }) : t('refusals:overtaken.removed')

function sentText(form: FormData | null, name: string): string {
  const sent = form?.get(name)
  return typeof sent === 'string' ? sent : ''
}
