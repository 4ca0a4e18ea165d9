import { type RequestContext } from '~/context'
import { pageStatus } from '~/upstream/failure-status.server'
import { problemText } from '~/upstream/failure-texts.server'
import { UpstreamFailure } from '~/upstream/failure.server'

/**
 * At the address of a file there is no page that could show why the file is missing: its reader gets a line of text.
 * A session that has ended is left to the framework, as on every page.
 */
export const failureAsText =
  ({ i18n }: Pick<RequestContext, 'i18n'>) =>
  (error: unknown): Response => {
    if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    return new Response(problemText(error, i18n), { status: pageStatus(error), headers })
  }
