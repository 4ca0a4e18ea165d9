import { type RequestContext } from '~/context'
import { requireInvestor } from '~/session/guards.server'
import { findNotification } from './find.server'
import { type NotificationDetail } from '../client/summary'
import { detailOf } from './summary.server'

/**
 * All of one of the reader's notifications.
 * @throws Response 404, and those of `requireInvestor`
 */
export async function openNotification(context: RequestContext, id: string): Promise<NotificationDetail> {
  const { upstream } = await requireInvestor(context)
  const { imageOrigins } = context.env
  return detailOf(await findNotification(upstream, id), { imageOrigins, pictures: upstream.pictures })
}
