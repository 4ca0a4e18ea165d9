import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button/button'
import { cx } from '../theme/cx'
import * as styles from './dialog.css'

interface DialogProps {
  title: ReactNode
  closeLabel: string
  /** It was closed by its button, by Escape or by a press outside it. */
  onClose: () => void
  /** Open in place rather than over the page: that needs no script. */
  inPlace?: boolean
  children: ReactNode
}

/**
 * The browser's own modal dialog: it traps the focus and returns it. It is rendered only while it is open, and only in
 * the browser.
 */
export function Dialog({ title, closeLabel, onClose, inPlace = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (inPlace) return undefined
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [inPlace])
  return (
    <dialog
      ref={dialog}
      open={inPlace || undefined}
      className={cx(styles.dialog, inPlace && styles.inPlace)}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className={styles.content}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.foot}>
          <Button onClick={() => dialog.current?.close()}>{closeLabel}</Button>
        </div>
      </div>
    </dialog>
  )
}
