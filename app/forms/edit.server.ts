import { type RequestContext } from '~/context'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type ParsedForm } from './parse.server'
import { refused, type RefusedOptions } from './refused.server'

/**
 * The answer to a form that changes what is held of somebody and moves no money: on to the page that follows, or the
 * form again with what stood in the way.
 * @param edit makes the change and gives the way on
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

/** A session that is over has an answer of its own. */
export function isRefusal(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.kind !== 'unauthorized'
}
