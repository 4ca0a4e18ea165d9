import { Popover as Parts } from 'radix-ui'
import { type ReactNode, type RefObject } from 'react'
import { cx } from '../theme/cx'
import * as styles from './popover.css'

interface PopoverProps {
  /** What it opens beside, and what the focus comes back to. */
  anchor: RefObject<HTMLElement>
  label: string
  /** By Escape or by a press outside it and its anchor. */
  onClose: () => void
  className?: string
  /** Open in place rather than over the page: that needs no script. */
  inPlace?: boolean
  children: ReactNode
}

/** Radix's popover. It is rendered only while it is open; a page loads it when it first needs one. */
export function Popover({ anchor, label, onClose, className, inPlace, children }: PopoverProps) {
  const popover = cx(styles.popover, className)
  if (inPlace)
    return (
      <div role="group" aria-label={label} className={popover}>
        {children}
      </div>
    )
  return (
    <Parts.Root open onOpenChange={onClose}>
      <Parts.Anchor virtualRef={anchor} />
      <Parts.Portal>
        <Parts.Content
          className={popover}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={leaveTo(anchor)}
          onCloseAutoFocus={focusOn(anchor)}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

/** A press of the anchor closes by itself, and would open it again. */
export const leaveTo = (anchor: RefObject<HTMLElement>) => (event: Event) => {
  if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
}

export const focusOn = (anchor: RefObject<HTMLElement>) => (event: Event) => {
  event.preventDefault()
  anchor.current?.focus()
}
