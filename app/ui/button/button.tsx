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
    /** Shows that it is pending and keeps its focus; the form handles a second press. */
    pending?: boolean
  }

export function Button({ variant, size, icon, pending, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
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
