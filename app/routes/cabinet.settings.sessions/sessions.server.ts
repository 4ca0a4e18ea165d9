import { z } from 'zod'
import { Id } from '~/contract/values'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** Without an id: all others. */
export const EndForm = z.object({ id: Id.optional() })

/** Ends one session, or all but this one. What has already ended counts as success. */
export async function endSessions(upstream: Upstream, id: string | undefined): Promise<void> {
  try {
    await upstream.sessions.end({ id })
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !(await haveEnded(upstream, id, error))) throw error
  }
}

/** Whether they are gone all the same: before the call, or by it though it was not answered. */
async function haveEnded(
  upstream: Upstream,
  id: string | undefined,
  error: UpstreamFailure,
): Promise<boolean> {
  if (id !== undefined && !mayBeDone(error)) return error.kind === 'not_found'
  const listed = await panel(upstream.sessions.list())
  if (!listed) return false
  return id === undefined
    ? listed.items.every(({ current }) => current)
    : !listed.items.some((session) => session.id === id)
}
