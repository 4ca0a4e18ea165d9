import { type RequestContext } from '~/context'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { type ParsedForm } from './parse.server'
import { FilesRefused, filesRefused } from './pass-files.server'
import { type RefusedOptions, refused, tooManyRequests } from './refused.server'
import { BrokenForm } from '~/session/upload.server'

/**
 * Forms of public pages carry no token, since their pages are the same for all: anyone may send them, within limits,
 * and they have no authority.
 * @param send sends the form and returns the address of its result
 * @param options.files the form's fields with files
 */
export async function answerInquiry<Sent>(
  context: RequestContext,
  form: ParsedForm<unknown>,
  send: () => Promise<Sent>,
  { files }: Pick<RefusedOptions, 'files'> = {},
) {
  const wait = await context.limits.take('publicForm', context.clientAddress)
  if (wait !== null) return tooManyRequests(context, form, wait)
  try {
    return await send()
  } catch (error) {
    if (error instanceof FilesRefused || error instanceof BrokenForm)
      return filesRefused(context, form, error)
    if (!(error instanceof UpstreamFailure)) throw error
    // This company accepts none.
    if (error.kind === 'not_found' && !mayBeDone(error)) throw new Response(null, { status: 404 })
    return refused(context, form, error, { files, maybe: 'refusals:maybeArrived' })
  }
}
