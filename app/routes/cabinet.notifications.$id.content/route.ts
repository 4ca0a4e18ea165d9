import { type LoaderFunctionArgs } from '@remix-run/node'
import { openNotification } from '~/notifications/server/open-notification.server'

/** All of a notification, for a page that opens it over itself. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  return Response.json(await openNotification(context, id))
}
