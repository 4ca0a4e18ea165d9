import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { answersHere } from '~/frame/ask-own-server'
import { isFormAnswer, stands, useRefresh } from '~/frame/refresh'
import { paths } from '~/paths'
import { NotificationsContext } from './context'
import { type Shown } from './inbox'
import { type Line, lineOf } from './line'
import { NoticeDialog } from './notice-dialog'
import { Toasts } from './toasts'

/**
 * Notifications around the pages of the cabinet: the bell's count, toasts, and one opened over the page. Without
 * scripts, and before they have come, there is nothing of it but the count of the page load and links to pages.
 */

interface NotificationsProps {
  login: string
  /** As of the page's last load: how many are unread and which is the newest; null where nobody could say. */
  loaded: { unread: number; newestId: string | null } | null
  children: ReactNode
}

const nothing: Shown = { unread: null, toasts: [], hasEnded: false }

export function Notifications({ login, loaded, children }: NotificationsProps) {
  const line = useLine(login, loaded)
  const { unread, toasts, hasEnded } = useSyncExternalStore(
    line?.inbox.subscribe ?? none,
    line?.inbox.get ?? (() => nothing),
    () => nothing,
  )
  const [openedId, open] = useState<string | null>(null)
  useRevalidation(line)
  const known = unread ?? loaded?.unread ?? null
  const live = useMemo(() => ({ line, unread: known, open }), [line, known])
  return (
    <NotificationsContext.Provider value={live}>
      {children}
      <Toasts toasts={toasts} hasEnded={hasEnded} hide={line?.inbox.hide} />
      {line && openedId !== null && (
        <NoticeDialog key={openedId} id={openedId} line={line} onClose={() => open(null)} />
      )}
    </NotificationsContext.Provider>
  )
}

/** The document's line, once scripts run; each load of the page's data says how many are unread. */
function useLine(login: string, loaded: NotificationsProps['loaded']): Line | null {
  const line = useSyncExternalStore(
    none,
    () => lineOf(login, loaded?.newestId ?? null),
    () => null,
  )
  useEffect(() => line?.inbox.loaded(loaded?.unread ?? null), [line, loaded])
  return line
}

/** Several that come together are one reason to ask again. */
const togetherMs = 300
const againMs = 10_000

/**
 * Asks for the page's data again where a notification touches it: money and states have moved, or a list of them. What
 * can't be asked for now is asked for later: a page that stands, with what was typed in it or is to be confirmed, is worth
 * more than the news.
 */
function useRevalidation(line: Line | null): void {
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
      if (!stands()) return askIn(togetherMs)
      if (isFormAnswer()) return askIn(againMs)
      const isThere = await answersHere(paths.readiness())
      if (isStopped) return
      if (!isThere) askIn(againMs)
      else if (!refresh()) askIn(togetherMs)
    }
    const stop = line?.onChange((notice) => {
      const touchesMoney = notice !== null && notice.type !== 'mailing'
      if (touchesMoney || isOfNotifications) askIn(togetherMs)
    })
    return () => {
      isStopped = true
      stop?.()
      clearTimeout(timer)
    }
  }, [line, isOfNotifications, refresh])
}

const none = () => () => {}
