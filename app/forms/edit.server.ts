import { type RequestContext } from '~/context'
import { UpstreamFailure } from '~/upstream/failure.server'
import { publicPanel } from '~/upstream/panel.server'
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

/**
 * Makes a change that can be read back. One that the upstream refuses or leaves without an answer may have been carried out all the
 * same, or by an earlier press of the form: if so, nothing failed.
 * @param isMade reads whether what is stored is what the form asks for
 * @returns the answer; null where the change has been made and this was not its answer
 * @throws UpstreamFailure of the change, where it was not made or that can't be read
 */
export async function changeOnce<Done>(
  change: () => Promise<Done>,
  isMade: () => Promise<boolean>,
): Promise<Done | null> {
  try {
    return await change()
  } catch (error) {
    if (!isRefusal(error) || !error.sent || !(await publicPanel(isMade()))) throw error
    return null
  }
}

/** An expired session has its own answer. */
export function isRefusal(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.kind !== 'unauthorized'
}
