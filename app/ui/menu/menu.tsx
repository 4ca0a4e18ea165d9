import { DropdownMenu as Parts } from 'radix-ui'
import { type RefObject } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { focusOn, leaveTo } from '../popover/popover'
import { surface } from '../popover/popover.css'
import { cx } from '../theme/cx'
import * as styles from './menu.css'

export interface MenuEntry {
  icon: IconName
  label: string
  /** Of the label, where it is not the page's. */
  lang?: string
  onSelect: () => void
}

interface MenuProps {
  /** What opened it, and what the focus comes back to. Its parent is positioned. */
  anchor: RefObject<HTMLElement>
  label: string
  entries: readonly MenuEntry[]
  /** By Escape, a choice, or a press outside it and its anchor. */
  onClose: () => void
  /** Open in place rather than over the page: that needs no script. */
  inPlace?: boolean
}

/**
 * Radix's menu: arrow keys, first letters and Escape. It is rendered only while it is open; a page loads it when it
 * first needs one.
 */
export function Menu({ anchor, label, entries, onClose, inPlace }: MenuProps) {
  const className = cx(surface, styles.menu)
  const content = ({ icon, label: name, lang }: MenuEntry) => (
    <>
      <Icon name={icon} />
      <span lang={lang}>{name}</span>
    </>
  )
  if (inPlace)
    return (
      <div role="group" aria-label={label} className={className}>
        {entries.map((entry) => (
          <div key={entry.label} className={styles.entry}>
            {content(entry)}
          </div>
        ))}
      </div>
    )
  return (
    <Parts.Root open modal={false} onOpenChange={onClose}>
      <Parts.Trigger asChild>
        <span className={styles.anchor} aria-hidden="true" />
      </Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          className={className}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          loop
          aria-label={label}
          aria-labelledby={undefined}
          onInteractOutside={leaveTo(anchor)}
          onCloseAutoFocus={focusOn(anchor)}
        >
          {entries.map((entry) => (
            <Parts.Item key={entry.label} className={styles.entry} onSelect={entry.onSelect}>
              {content(entry)}
            </Parts.Item>
          ))}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
