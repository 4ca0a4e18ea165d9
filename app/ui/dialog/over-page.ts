import { setNonce } from 'get-nonce'
import { useState } from 'react'

/** The style with which Radix keeps the page from scrolling needs the nonce of the document, as its scripts do. */
export function takeNonce(): void {
  if (typeof document !== 'undefined')
    setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '')
}

/**
 * What had the focus when a dialog opened gets it back. Where that is gone, as the button of what has just been done, the
 * page's heading gets it, as after a page load.
 */
export function useFocusBack(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  return (event) => {
    event.preventDefault()
    const next = opener?.isConnected ? opener : document.querySelector('main h1')
    if (next instanceof HTMLElement) next.focus()
  }
}
