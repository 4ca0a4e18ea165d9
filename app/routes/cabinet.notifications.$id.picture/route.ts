import { type LoaderFunctionArgs } from '@remix-run/node'
import { findNotification } from '~/notifications/server/open-notification.server'
import { requireInvestor } from '~/session/guards.server'

/** The picture of a notification that only the upstream has, for the reader whose notification it is. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { image } = await findNotification(upstream, id)
  const { pictures } = upstream
  const picture = image !== null && pictures.areAt(image) ? await pictures.get(image) : null
  if (!picture) throw new Response(null, { status: 404 })
  return new Response(new Uint8Array(picture.bytes), { headers: { 'Content-Type': picture.mediaType } })
}
