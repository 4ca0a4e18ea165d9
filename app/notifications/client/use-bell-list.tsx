import { type MouseEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { usePart } from '~/framework/use-part'
import { NotificationsContext } from './context'

const loadList = () => import('./bell-list').then(({ BellList }) => BellList)

/**
 * Opens the newest notifications under the bell, where scripts run and the socket is connected. In any other case, and
 * where the list can't be loaded, the bell stays the link that it is.
 */
export function useBellList(): {
  list: ReactNode
  linkProps: { onClick: (event: MouseEvent<HTMLAnchorElement>) => void }
} {
  const { client } = useContext(NotificationsContext)
  const bell = useRef<HTMLAnchorElement | null>(null)
  const [List, bring] = usePart(loadList)
  const [isOpen, setOpen] = useState(false)
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !client?.canOpen()) return
    event.preventDefault()
    if (isOpen) return setOpen(false)
    const link = (bell.current = event.currentTarget)
    bring().then(
      () => setOpen(true),
      () => location.assign(link.href),
    )
  }
  return {
    list: List && isOpen && client && <List bell={bell} client={client} onClose={() => setOpen(false)} />,
    linkProps: { onClick },
  }
}
