import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { mainId } from './skip-link'

/**
 * After a navigation by script focus moves to the new page's heading, as on a page load. A review page has the
 * address of its form and is a new page too: its heading differs.
 */
export function useHeadingFocus() {
  const { pathname, key } = useLocation()
  const { state } = useNavigation()
  const shown = useRef<{ pathname: string; text: string } | null>(null)
  useEffect(() => {
    // A form's answer is shown while the rest of the page still loads.
    if (state === 'submitting') return
    const heading = document.querySelector<HTMLElement>(`#${mainId} h1`)
    const text = heading?.textContent ?? ''
    const last = shown.current
    shown.current = { pathname, text }
    if (!last || (last.pathname === pathname && last.text === text)) return
    // To another address the router scrolls, or back to where the reader was.
    if (last.pathname === pathname) window.scrollTo(0, 0)
    heading?.focus({ preventScroll: true })
  }, [pathname, key, state])
}
