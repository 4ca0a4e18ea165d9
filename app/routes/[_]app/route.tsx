import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** The start of the installable app, and the one link to the cabinet that public pages carry. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirect(context.session.user ? paths.cabinet() : paths.login())
}
