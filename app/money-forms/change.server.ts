import { data } from '@remix-run/node'
import { type FormContext, type ParsedForm } from '~/forms/parse.server'

/** Whether the post goes back from the review page to its form (`ChangeForm`). */
export const wantsChange = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('change') ?? false

/** The form again with what was typed, and nothing wrong with it. */
export function toChange({ source }: ParsedForm<unknown>) {
  return data({ lastResult: source.submission.reply(), submission: undefined }, { status: 200 })
}
