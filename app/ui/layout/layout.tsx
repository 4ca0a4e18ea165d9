import { Children, Fragment, type HTMLAttributes } from 'react'
import { cx } from '../theme/cx'
import * as styles from './layout.css'

type Gap = keyof typeof styles.gap
type Native = HTMLAttributes<HTMLElement>

type StackProps = Native & {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'article' | 'header'
  gap?: Gap
  /** A column of fields, or of reading text; by default as wide as there is room. */
  width?: keyof typeof styles.width
}

/** One below the other. A list drawn as a stack keeps its role. */
export function Stack({ as: Element = 'div', gap = 4, width, className, ...rest }: StackProps) {
  const role = Element === 'ul' || Element === 'ol' ? 'list' : undefined
  return (
    <Element
      role={role}
      {...rest}
      className={cx(styles.stack, styles.gap[gap], width && styles.width[width], className)}
    />
  )
}

type ClusterProps = Native & { gap?: Gap; spread?: boolean; baseline?: boolean }

/** Side by side, wrapped if there is no room. Spaces keep the parts apart without styles too. */
export function Cluster({ gap = 3, spread, baseline, className, children, ...rest }: ClusterProps) {
  return (
    <div
      {...rest}
      className={cx(
        styles.cluster,
        styles.gap[gap],
        spread && styles.spread,
        baseline && styles.baseline,
        className,
      )}
    >
      {Children.toArray(children).map((child, place) => (
        <Fragment key={place}>
          {place > 0 && ' '}
          {child}
        </Fragment>
      ))}
    </div>
  )
}

/** Cards or panels of equal width. */
export function Columns({ gap = 4, className, ...rest }: Native & { gap?: Gap }) {
  return <div {...rest} className={cx(styles.columns, styles.gap[gap], className)} />
}

/** Two short fields that belong together, side by side. */
export function Pair(props: Native) {
  return <div {...props} className={cx(styles.pair, props.className)} />
}

/** Second in rank: soft, and optionally small. */
export function Soft({
  small,
  className,
  ...rest
}: HTMLAttributes<HTMLParagraphElement> & { small?: boolean }) {
  return <p {...rest} className={cx(styles.soft, small && styles.small, className)} />
}

/** For those who listen. */
export function VisuallyHidden({ children }: { children: React.ReactNode }) {
  return <span className={styles.visuallyHidden}>{children}</span>
}
