import { cx } from '../theme/cx'
import * as styles from './icon.css'
import { type IconName, shapes } from './shapes'

export type { IconName }

interface IconProps {
  name: IconName
  /** 20 by default. */
  size?: 16 | 20 | 24
  className?: string
}

/** A decoration of a text: screen readers skip it, and it is never used alone. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      className={cx(styles.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
