import { Link } from '@remix-run/react'
import { createContext, useContext, useEffect, useState } from 'react'
import { paths } from '~/paths'
import { type LinkProps } from '~/ui/link/link'

/**
 * How long the page navigates by script only. Loading a document renews the session's seal; without it the session
 * would expire for a reader who never loads one. So well before that, the next link loads a document.
 */
const documentTtlMs = 10 * 60_000

/** Whether the document is old enough that the next link should load another. */
export const OldDocument = createContext(false)

export function useOldDocument(): boolean {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    // The age of the document, not of this mount: the layout is mounted again around a page that failed.
    const timer = setTimeout(() => setIsOld(true), Math.max(0, documentTtlMs - performance.now()))
    return () => clearTimeout(timer)
  }, [])
  return isOld
}

/** Pages of the cabinet that are HTML only: their texts are not among the browser's. */
const withoutScripts = (['security', 'language', 'sessions', 'activity', 'data'] as const).map((page) =>
  paths.settings(page),
)

/** In a browser a navigation by script. A file is no page to navigate to. */
function BrowserLink({ href, toFile = false, children, ...rest }: LinkProps) {
  const isOld = useContext(OldDocument)
  return (
    <Link
      to={href}
      viewTransition
      // The browser knows all routes; the server's link has no such mark either.
      discover="none"
      reloadDocument={isOld || toFile || withoutScripts.some((page) => href.startsWith(page))}
      {...rest}
    >
      {children}
    </Link>
  )
}

/**
 * On the server the element that the browser's link makes of the same address. The framework's link resolves each address
 * against all matched routes, which for an absolute one changes nothing and takes a twentieth of a page.
 */
function ServerLink(props: LinkProps) {
  const { href, toFile: _, children, ...rest } = props
  if (!href.startsWith('/')) return <BrowserLink {...props} />
  return (
    <a {...rest} href={href}>
      {children}
    </a>
  )
}

/** The kit's links inside hydrated layouts: a navigation by script where scripts run, an `<a>` before. */
export const RouterLink = typeof document === 'undefined' ? ServerLink : BrowserLink
