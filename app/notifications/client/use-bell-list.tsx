import { type MouseEvent, type ReactNode, useContext } from 'react'
import { followAsDocument, useOpenedPart } from '~/framework/use-part'
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
  const { Part: List, pressed, close, onClick } = useOpenedPart(loadList, followAsDocument)
  return {
    list: List && client && <List bell={pressed} client={client} onClose={close} />,
    linkProps: { onClick: (event) => void (client?.canOpen() && onClick(event)) },
  }
}
