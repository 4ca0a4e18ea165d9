import { ScrollRestoration as RouterScrollRestoration, useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * The router's scroll restoration, for navigations alone: after a refetch the router would also scroll to where the
 * page stood when the refetch began, however far its reader has scrolled meanwhile.
 */
export function ScrollRestoration({ nonce }: { nonce: string | undefined }) {
  const { key } = useLocation()
  const shownKey = useRef(key)
  const readerY = useRef(0)
  function keepPlace() {
    readerY.current = window.scrollY
  }
  function returnIfRefetched() {
    if (shownKey.current === key && window.scrollY !== readerY.current) window.scrollTo(0, readerY.current)
    shownKey.current = key
  }
  return (
    <>
      <AfterRouterUpdate run={keepPlace} />
      <RouterScrollRestoration nonce={nonce} />
      <AfterRouterUpdate run={returnIfRefetched} />
    </>
  )
}

/** The server has no layout, and React warns of an effect that waits for one. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Runs after each change of the router's state is drawn; effects of one change run in the order of their elements. */
function AfterRouterUpdate({ run }: { run: () => void }) {
  useRevalidator() // renders this anew whenever that state changes
  useLayout(run)
  return null
}
