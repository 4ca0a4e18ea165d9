import { data } from '@remix-run/node'
import { type FormContext, type ParsedForm } from '~/forms/parse.server'

/** Whether a review page asks for its form back (`ChangeForm`). */
export const wantsChange = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('change') ?? false

/** The form again with what was typed, and nothing wrong with it. */
export function toChange({ source }: ParsedForm<unknown>) {
  return data({ lastResult: source.submission.reply(), submission: undefined }, { status: 200 })
}
