import { z } from 'zod'
import { Id } from '~/contract/values'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

/** Without an id: all others. */
export const EndForm = z.object({ id: Id.optional() })

/** Ends one session, or all but this one. One that has already ended counts as success. */
export async function endSessions(upstream: Upstream, id: string | undefined): Promise<void> {
  try {
    await upstream.sessions.end({ id })
  } catch (error) {
    if (!(error instanceof UpstreamFailure && error.kind === 'not_found' && id !== undefined)) throw error
  }
}
