import { type ActionFunctionArgs, redirectDocument } from '@remix-run/node'
import { paths } from '~/paths'

/** Signs out. Only a form can: a link or an image on another site can't. */
export function action({ context }: ActionFunctionArgs) {
  context.session.signOut()
  context.flash.set('signedOut')
  return redirectDocument(paths.login(), 303)
}

export function loader(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
