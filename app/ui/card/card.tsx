import { type HTMLAttributes } from 'react'
import { cx } from '../theme/cx'
import * as styles from './card.css'

type CardProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' | 'li' }

/** A surface for things that are compared with each other; not for lists and forms. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return <Element {...rest} className={cx(styles.card, className)} />
}
