import { type RequestContext } from '~/context.server'
import { requireInvestor } from '~/session/guards.server'
import { findNotification } from './find.server'
import { type WholeNotice } from './notice'
import { wholeNoticeOf } from './notice.server'

/**
 * All of one of the reader's notifications.
 * @throws Response 404, and those of `requireInvestor`
 */
export async function openNotice(context: RequestContext, id: string): Promise<WholeNotice> {
  const { upstream } = await requireInvestor(context)
  const { imageOrigins } = context.env
  return wholeNoticeOf(await findNotification(upstream, id), { imageOrigins, pictures: upstream.pictures })
}
