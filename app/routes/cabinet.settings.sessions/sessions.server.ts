import { z } from 'zod'
import { Id } from '~/contract/values'
import { stepUpFields } from '~/forms/step-up-field.server'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** Without an id: all others. */
export const EndForm = z.object({ id: Id.optional(), ...stepUpFields })

/** Ends one session, or all but this one. What has already ended counts as success. */
export async function endSessions(
  upstream: Upstream,
  { id, currentPassword }: { id?: string; currentPassword?: string },
): Promise<void> {
  try {
    await upstream.sessions.end({ id, currentPassword })
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !(await haveEnded(upstream, id, error))) throw error
  }
}

/** Whether the sessions have ended despite the error: earlier, or by this call, whose answer was lost. */
async function haveEnded(
  upstream: Upstream,
  id: string | undefined,
  error: UpstreamFailure,
): Promise<boolean> {
  const listed = await panel(upstream.sessions.list())
  if (!listed) return id !== undefined && error.kind === 'not_found' && !mayBeDone(error)
  return id === undefined
    ? listed.items.every(({ current }) => current)
    : !listed.items.some((session) => session.id === id)
}
