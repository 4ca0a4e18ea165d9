import { Dialog as Parts } from 'radix-ui'
import { type ReactNode } from 'react'
import { Button } from '../button/button'
import { cx } from '../theme/cx'
import * as styles from './dialog.css'
import { takeNonce, useFocusBack } from './over-page'

takeNonce()

interface DialogProps {
  title: ReactNode
  closeLabel: string
  /** It was closed by its button, by Escape or by a press outside it. */
  onClose: () => void
  /** Open in place rather than over the page: that needs no script. */
  inPlace?: boolean
  children: ReactNode
}

/** Radix's modal dialog. It is rendered only while it is open; a page loads it when it first needs one. */
export function Dialog({ title, closeLabel, onClose, inPlace = false, children }: DialogProps) {
  const focusBack = useFocusBack()
  const content = (
    <Parts.Content
      className={cx(styles.dialog, inPlace ? styles.inPlace : styles.over)}
      aria-describedby={undefined}
      onCloseAutoFocus={focusBack}
    >
      <Parts.Title className={styles.title}>{title}</Parts.Title>
      {children}
      <div className={styles.foot}>
        <Button onClick={onClose}>{closeLabel}</Button>
      </div>
    </Parts.Content>
  )
  return (
    <Parts.Root open modal={!inPlace} onOpenChange={onClose}>
      {inPlace ? (
        content
      ) : (
        <Parts.Portal>
          <Parts.Overlay className={styles.shade} />
          {content}
        </Parts.Portal>
      )}
    </Parts.Root>
  )
}
