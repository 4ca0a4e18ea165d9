import { redirect } from '@remix-run/node'
import { paths } from '~/paths'

/** The profile is the first of the settings. */
export function loader() {
  return redirect(paths.settings('profile'))
}
