import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react'
import { type BellList } from './bell-list'
import { NotificationsContext } from './context'

/**
 * Opens the newest notifications under the bell, where scripts run and the socket is connected. In any other case, and where the list
 * can't be loaded, the bell stays the link that it is.
 */
export function useBellList(): {
  list: ReactNode
  linkProps: { onClick: (event: MouseEvent<HTMLAnchorElement>) => void }
} {
  const { client } = useContext(NotificationsContext)
  const bell = useRef<HTMLAnchorElement | null>(null)
  const [List, setList] = useState<ComponentType<ComponentProps<typeof BellList>> | null>(null)
  const close = () => setList(null)
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !client?.canOpen()) return
    event.preventDefault()
    if (List) return close()
    const link = (bell.current = event.currentTarget)
    import('./bell-list').then(
      ({ BellList: Loaded }) => setList(() => Loaded),
      () => location.assign(link.href),
    )
  }
  return {
    list: List && client && <List bell={bell} client={client} onClose={close} />,
    linkProps: { onClick },
  }
}
