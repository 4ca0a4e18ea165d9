import { type RequestContext } from '~/context'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type ParsedForm } from './parse.server'
import { refused, type RefusedOptions } from './refused.server'

/**
 * The answer to a form that changes stored data and moves no money: a redirect to the next page, or the form with its
 * errors.
 * @param edit makes the change and returns the redirect
 */
export async function answerEdit<Done>(
  context: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  edit: () => Promise<Done>,
  options: RefusedOptions = {},
) {
  try {
    return await edit()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(context, form, error, { fallback: 'editing', ...options })
  }
}

/** An expired session has its own answer. */
export function isRefusal(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.kind !== 'unauthorized'
}
