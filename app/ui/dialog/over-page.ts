import { setNonce } from 'get-nonce'
import { useState } from 'react'

/** The style with which Radix keeps the page from scrolling needs the nonce of the document, as its scripts do. */
export function takeNonce(): void {
  if (typeof document !== 'undefined')
    setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '')
}

/** What had the focus when a dialog opened gets it back, if it is still there. */
export function useFocusBack(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
