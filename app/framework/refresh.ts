import { useLocation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect } from 'react'
import { isAppReachable } from './ask-own-server'
import { currentKey, isIdle } from './router-state'

let lastDrawn: string | undefined

/** Marks that the page around it is rendered and is not an error page. */
export function useIsDrawn(): void {
  const { key } = useLocation()
  useEffect(() => {
    lastDrawn = key
  }, [key])
}

/** The key of the page that was drawn last: the current page's key if only a refetch failed. */
export const lastDrawnKey = () => lastDrawn

/**
 * Whether the router's page is the one on screen: no answer is pending, or received but not yet drawn, which takes a
 * while on a slow device. The router is ahead of the hooks, which return what is drawn. Each navigation and each
 * submission has its own key.
 */
export function isPageCurrent(): boolean {
  return isIdle() && currentKey() === lastDrawn
}

/**
 * Refetches the page's data, unless another answer is pending or not yet drawn: that one is recent enough, and a
 * refetch would lose its flash message. An error page stays as it is.
 * @returns a function that returns whether it refetches
 */
export function useRefresh(): () => boolean {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    const mayAsk = isPageCurrent()
    if (mayAsk) revalidate()
    return mayAsk
  }, [revalidate])
}

const intervalMs = 3_000

/** Refetches at intervals while the page is visible and the app answers. */
export function useRefreshing(): void {
  const refresh = useRefresh()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void isAppReachable().then((isThere) => isThere && refresh())
    }, intervalMs)
    return () => clearInterval(timer)
  }, [refresh])
}
