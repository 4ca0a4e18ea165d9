import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** The start of the installable app, and the one link to the cabinet (for an operator: the operator) of public pages. */
export function loader({ context }: LoaderFunctionArgs) {
  const { user } = context.session
  if (user?.role === 'operator') return redirect(paths.operator())
  return redirect(user ? paths.cabinet() : paths.login())
}
