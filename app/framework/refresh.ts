import { useLocation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect } from 'react'
import { answersHere } from './ask-own-server'
import { currentKey, isIdle } from './router-state'

let lastDrawn: string | undefined

/** Marks the page around this as one that is drawn, and is no error. */
export function useIsDrawn(): void {
  const { key } = useLocation()
  useEffect(() => {
    lastDrawn = key
  }, [key])
}

/** The key of the page that was drawn last: the present one, where it only could not be had anew. */
export const lastDrawnKey = () => lastDrawn

/**
 * Whether the page that the router has is the one that stands: no answer is on its way, or has come and is not drawn
 * yet, which on a slow device takes a while. The router is ahead of the hooks, which tell what is drawn; each navigation
 * and each form sent has a key of its own.
 */
export function stands(): boolean {
  return isIdle() && currentKey() === lastDrawn
}

/**
 * Asks for the page's data anew, unless another answer is to come or to be drawn: that one is news enough, and what it
 * says once, such as that a form was taken, would be said to nobody. The page of an error stands as it is.
 * @returns of the function: whether it asks
 */
export function useRefresh(): () => boolean {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    const mayAsk = stands()
    if (mayAsk) revalidate()
    return mayAsk
  }, [revalidate])
}

const intervalMs = 3_000

/** Asks again and again, as long as somebody looks and the app is there to be asked. */
export function useRefreshing(): void {
  const refresh = useRefresh()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void answersHere().then((isThere) => isThere && refresh())
    }, intervalMs)
    return () => clearInterval(timer)
  }, [refresh])
}
