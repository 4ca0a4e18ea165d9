import { useLocation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { answersHere } from './ask-own-server'

/**
 * Asks for the page's data anew, unless an answer is on its way, or has come and is not drawn yet, which on a slow
 * device takes a while: that answer is news enough, and what it says once, such as that a form was taken, would be said
 * to nobody.
 * @returns of the function: whether it asks
 */
export function useRefresh(): () => boolean {
  const { revalidate } = useRevalidator()
  const { key } = useLocation()
  const drawn = useRef(key)
  useEffect(() => {
    drawn.current = key
  }, [key])
  return useCallback(() => {
    // The router is ahead of the hooks, which tell what is drawn. Each navigation and each form sent has a key of its own.
    const { location, navigation } = window.__remixRouter.state
    const isDrawn = navigation.state === 'idle' && location.key === drawn.current
    if (isDrawn) revalidate()
    return isDrawn
  }, [revalidate])
}

const everyMs = 3_000

/** Asks again and again, as long as somebody looks and the app is there to be asked. */
export function useRefreshing(): void {
  const refresh = useRefresh()
  useEffect(() => {
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void answersHere().then((isThere) => isThere && refresh())
    }, everyMs)
    return () => clearInterval(asking)
  }, [refresh])
}

let lastDrawn: string | undefined

/** Marks the page around this as one that is drawn, and is no error. */
export function useIsDrawn(): void {
  const { key } = useLocation()
  useEffect(() => {
    lastDrawn = key
  }, [key])
}

/** The key of the page that was drawn last: the present one, where it only could not be had anew. */
export function useLastDrawn(): string | undefined {
  return lastDrawn
}
