import { redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** Password managers send users here to change a password (https://w3c.github.io/webappsec-change-password-url/). */
export function loader() {
  return redirect(paths.settings('password'), 303)
}
