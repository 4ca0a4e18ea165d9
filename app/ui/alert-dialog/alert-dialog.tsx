import { AlertDialog as Parts } from 'radix-ui'
import { type ReactNode } from 'react'
import { buttonClass } from '../button/button'
import * as styles from '../dialog/dialog.css'
import { takeNonce, useFocusBack } from '../dialog/over-page'

takeNonce()

interface AlertDialogProps {
  /** By Escape or by the button that leaves everything as it is; a press outside does nothing. */
  onClose: () => void
  /** Open in place rather than over the page: that needs no script. */
  inPlace?: boolean
  /** With an `AlertDialogTitle` and an `AlertDialogKeep` among them. */
  children: ReactNode
}

/**
 * Radix's alert dialog, for what can't be taken back. The focus begins on what leaves everything as it is. It is
 * rendered only while it is open; a page loads it when it first needs one.
 */
export function AlertDialog({ onClose, inPlace, children }: AlertDialogProps) {
  const focusBack = useFocusBack()
  const content = (
    <Parts.Content
      className={inPlace ? styles.dialog : styles.alert}
      aria-describedby={undefined}
      onCloseAutoFocus={focusBack}
    >
      {children}
    </Parts.Content>
  )
  return (
    <Parts.Root open onOpenChange={onClose}>
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

/** Names the dialog; in place of a page's heading. */
export function AlertDialogTitle({ className, children }: { className?: string; children: ReactNode }) {
  return <Parts.Title className={className}>{children}</Parts.Title>
}

/** The button that leaves everything as it is. */
export function AlertDialogKeep({ children }: { children: ReactNode }) {
  return <Parts.Cancel className={buttonClass({})}>{children}</Parts.Cancel>
}
