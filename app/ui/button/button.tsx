import { type ButtonHTMLAttributes, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { Link, type LinkProps } from '../link/link'
import { cx } from '../theme/cx'
import * as styles from './button.css'

interface ButtonStyle {
  /** `primary` is the one main action of a page; `secondary` is the default. */
  variant?: keyof typeof styles.variant
  size?: 'regular' | 'small'
  icon?: IconName
  children: ReactNode
}

/** The classes of a button, also for one that a script makes. */
export const buttonClass = (
  { variant = 'secondary', size }: Pick<ButtonStyle, 'variant' | 'size'>,
  own?: string,
) => cx(styles.variant[variant], size === 'small' ? styles.small : styles.wide, own)

type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** What is being done: it shows that, and keeps its name and its focus. The form handles a second press. */
    pending?: string | false
  }

export function Button({ variant, size, icon, pending, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={Boolean(pending) || undefined}
      aria-busy={Boolean(pending) || undefined}
    >
      {icon && <Icon name={icon} />}
      {pending ? <Pending now={pending}>{children}</Pending> : children}
    </button>
  )
}

/** The name keeps its room, so that nothing beside the button moves. */
function Pending({ now, children }: { now: string; children: ReactNode }) {
  return (
    <span className={styles.stack}>
      <span className={styles.name}>{children}</span>
      <span className={styles.now} aria-hidden="true">
        <span className={styles.spinner} />
        {now}
      </span>
    </span>
  )
}

export function ButtonLink({ variant, size, icon, children, className, ...rest }: ButtonStyle & LinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
