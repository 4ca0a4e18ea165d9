import { Link } from '@remix-run/react'
import { type ReactNode, createContext, useContext, useEffect, useState } from 'react'
import { type LinkProps } from '~/ui/link/link'

/**
 * How long navigations by script are all there is. The session is sealed anew when a document is loaded, and would
 * run out under someone who never leaves the page: well before that, the next link loads one.
 */
const documentLivesMs = 10 * 60_000

/** Whether the document has stood so long that the next link should load another. */
export const OldDocument = createContext(false)

export function useOldDocument(): boolean {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    // The age of the document, not of this mount: the frame is made anew around a page that failed.
    const timer = setTimeout(() => setIsOld(true), Math.max(0, documentLivesMs - performance.now()))
    return () => clearTimeout(timer)
  }, [])
  return isOld
}

/** Its links load what they lead to, such as a file, which is no page that a script could navigate to. */
export function DocumentLinks({ children }: { children: ReactNode }) {
  return <OldDocument.Provider value={true}>{children}</OldDocument.Provider>
}

/** The kit's links inside hydrated layouts: a navigation by script where scripts run, an `<a>` before. */
export function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link to={href} reloadDocument={useContext(OldDocument)} {...rest}>
      {children}
    </Link>
  )
}
