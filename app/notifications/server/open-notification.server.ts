import { type Notification } from '~/contract/notification'
import { findEntry } from '~/investments/find-entry.server'
import { beginningOf, plainText } from '~/upstream/html/html.server'
import { UpstreamFailure, withoutEffect } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type RequestContext } from '~/context'
import { requireInvestor, type AuthenticatedUser } from '~/session/guards.server'
import { type NotificationDetail, type NotificationType } from '../client/summary'
import { detailOf } from './summary.server'

/**
 * The reader's notification with this id; the contract has no call for one of them.
 * @throws Response 404
 */
export function findNotification(upstream: Upstream, id: string): Promise<Notification> {
  return findEntry(id, (query) =>
    upstream.notification.list({ ...query, sort: 'createdAt', sortDir: 'desc' }),
  )
}

/**
 * All of one of the reader's notifications.
 * @throws Response 404, and those of `requireInvestor`
 */
export async function openNotification(context: RequestContext, id: string): Promise<NotificationDetail> {
  const { upstream } = await requireInvestor(context)
  const { imageOrigins } = context.env
  return detailOf(await findNotification(upstream, id), { imageOrigins, pictures: upstream.pictures })
}

const titleLength = 120

/** By what the title of a message's page differs from others. */
export interface WithBeginning {
  /** Of its text; null where amounts are hidden, since it may have one. */
  beginning: string | null
}

export function beginningForTitle(
  { device }: RequestContext,
  { text, html }: Pick<NotificationDetail, 'text' | 'html'>,
): WithBeginning {
  return { beginning: device.hidesAmounts ? null : beginningOf(text ?? plainText(html ?? ''), titleLength) }
}

/** Marks one of the reader's notifications read on the way to its page; a failure does not prevent the page. */
export async function reportOpened(context: RequestContext, id: string): Promise<void> {
  await panel(markRead(context, await requireInvestor(context), id))
}

/**
 * Marks one of the reader's notifications read, by a form. A call that fails and has marked it all the same, now or
 * before, is a success.
 * @throws UpstreamFailure `not_found` if it is not the reader's
 */
export async function reportRead(
  context: RequestContext,
  investor: AuthenticatedUser,
  id: string,
): Promise<void> {
  try {
    const unread = await markRead(context, investor, id)
    if (unread === null && (await isUnread(investor.upstream, id)))
      throw withoutEffect('notification.read', context.requestId)
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !(await isRead(investor.upstream, id))) throw error
  }
}

/** As many are listed at once. */
const atOnce = 100
/** As many pages are read of an upstream that lists what was marked too. */
const maxPages = 10

/**
 * Marks the reader's unread notifications read, the newest first, as far as there is time until the answer: the page that
 * follows lists the others.
 * @param type those of this type alone
 * @throws UpstreamFailure if one of them stays unread
 */
export async function reportAllRead(
  context: RequestContext,
  type?: Exclude<NotificationType, 'unknown'>,
): Promise<void> {
  const investor = await requireInvestor(context)
  // A budget of its own, since that of the press has no end once its answer is late.
  const until = performance.now() + context.press.leftMs()
  const reported = new Set<string>()
  let page = 1
  while (page <= maxPages) {
    const { items } = await investor.upstream.notification.list({
      ...{ unread: 'true', type, page, limit: atOnce, sort: 'createdAt', sortDir: 'desc' },
    })
    if (items.length === 0) return
    const unread = items.filter(({ id, readAt }) => readAt === null && !reported.has(id))
    for (const { id } of unread) {
      await reportRead(context, investor, id)
      reported.add(id)
    }
    if (performance.now() >= until) return
    // What was marked is not among the unread any more, unless the upstream lists it all the same.
    if (unread.length === 0) page += 1
  }
}

/**
 * Notifies the other tabs of the session, too.
 * @returns how many are unread now; null if the upstream does not say
 */
async function markRead(
  { session, tabs }: Pick<RequestContext, 'session' | 'tabs'>,
  { upstream, login }: Pick<AuthenticatedUser, 'upstream' | 'login'>,
  id: string,
): Promise<number | null> {
  const { unread } = await upstream.notification.read({ id, login })
  tabs.notifyRead(session.id, { id, unread })
  return unread
}

async function isUnread(upstream: Upstream, id: string): Promise<boolean> {
  const notification = await findNotification(upstream, id).catch(() => null)
  return notification?.readAt === null
}

async function isRead(upstream: Upstream, id: string): Promise<boolean> {
  const notification = await findNotification(upstream, id).catch(() => null)
  return Boolean(notification?.readAt)
}
