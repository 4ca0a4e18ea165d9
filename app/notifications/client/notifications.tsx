import { useLocation } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isAppReachable } from '~/framework/ask-own-server'
import { isPageCurrent, useRefresh } from '~/framework/refresh'
import { isFormAnswer } from '~/framework/router-state'
import { usePart } from '~/framework/use-part'
import { paths } from '~/paths'
import { NotificationsContext } from './context'
import { type Shown } from './inbox'
import { type NotificationClient, notificationClient } from './notification-client'

/**
 * Notifications around the pages of the cabinet: the bell's count, toasts, and one opened over the page. Without
 * scripts, and before they have come, there is nothing of it but the count of the page load and links to pages. Toasts
 * and the dialog are loaded when the first one is to be shown.
 */

const loadDialog = () => import('./notification-dialog').then(({ NotificationDialog }) => NotificationDialog)
const loadToasts = () => import('./toasts').then(({ Toasts }) => Toasts)

interface NotificationsProps {
  login: string
  /** As of the page's last load: how many are unread and which is the newest; null if they could not be read. */
  loaded: { unread: number | null; newestId: string | null } | null
  /** The address of the socket's script; null if it is not built. */
  script: string | null
  children: ReactNode
}

const nothing: Shown = { unread: null, toasts: [], hasEnded: false }

export function Notifications({ children, ...props }: NotificationsProps) {
  const { loaded } = props
  const client = useNotificationClient(props)
  const { unread, toasts, hasEnded } = useSyncExternalStore(
    client?.inbox.subscribe ?? none,
    client?.inbox.get ?? (() => nothing),
    () => nothing,
  )
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [NotificationDialog, bringDialog] = usePart(loadDialog)
  const [Toasts, bringToasts] = usePart(loadToasts)
  const open = useCallback(
    (id: string) =>
      void bringDialog().then(
        () => setOpenedId(id),
        () => location.assign(paths.notification(id)),
      ),
    [bringDialog],
  )
  const hasToasts = toasts.length > 0 || hasEnded
  useEffect(() => {
    // The bell and the list have what can't be shown; the next one tries again.
    if (hasToasts) bringToasts().catch(() => client?.inbox.hideAll())
  }, [client, hasToasts, bringToasts])
  useRevalidation(client)
  const known = unread ?? loaded?.unread ?? null
  const live = useMemo(() => ({ client, unread: known, open }), [client, known, open])
  return (
    <NotificationsContext.Provider value={live}>
      {children}
      {Toasts && client && <Toasts toasts={toasts} hasEnded={hasEnded} inbox={client.inbox} />}
      {NotificationDialog && client && openedId !== null && (
        <NotificationDialog key={openedId} id={openedId} client={client} onClose={() => setOpenedId(null)} />
      )}
    </NotificationsContext.Provider>
  )
}

/** The document's client, once scripts run; each load of the page's data brings the unread count. */
function useNotificationClient({
  login,
  loaded,
  script,
}: Omit<NotificationsProps, 'children'>): NotificationClient | null {
  const client = useSyncExternalStore(
    none,
    () => notificationClient({ login, newestId: loaded?.newestId, script }),
    () => null,
  )
  useEffect(() => client?.inbox.loaded(loaded?.unread ?? null), [client, loaded])
  return client
}

/** Several that come together cause one refetch. */
const debounceMs = 300
const retryDelayMs = 10_000

/**
 * Refetches the page's data when a notification affects it: balances, states or a list have changed. A refetch that
 * is not possible now happens later: a form being filled in or reviewed is worth more than fresh data.
 */
function useRevalidation(client: NotificationClient | null): void {
  const { pathname } = useLocation()
  const refresh = useRefresh()
  const isOfNotifications = pathname.startsWith(paths.notifications())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const askIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), ms)
    }
    const ask = async () => {
      if (!isPageCurrent()) return askIn(debounceMs)
      if (isFormAnswer()) return askIn(retryDelayMs)
      const isThere = await isAppReachable(paths.readiness())
      if (isStopped) return
      if (!isThere) askIn(retryDelayMs)
      else if (!refresh()) askIn(debounceMs)
    }
    const stop = client?.onChange((touchesMoney) => {
      if (touchesMoney || isOfNotifications) askIn(debounceMs)
    })
    return () => {
      isStopped = true
      stop?.()
      clearTimeout(timer)
    }
  }, [client, isOfNotifications, refresh])
}

const none = () => () => {}
