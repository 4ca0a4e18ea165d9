import { Link } from '@remix-run/react'
import { type LinkProps } from '~/ui/link/link'

/** The kit's links inside hydrated layouts: a navigation by script where scripts run, an `<a>` before. */
export function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link to={href} {...rest}>
      {children}
    </Link>
  )
}
