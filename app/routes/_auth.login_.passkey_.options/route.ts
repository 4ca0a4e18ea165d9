import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireExtension } from '~/upstream/settings.server'

/** What a passkey signs to sign in, for the script of the sign-in page. */
export async function loader({ context: { upstream, limits, clientAddress } }: LoaderFunctionArgs) {
  await requireExtension(upstream, 'passkeys')
  const wait = await limits.take('passkeyOptions', clientAddress)
  if (wait !== null) throw new Response(null, { status: 429, headers: { 'Retry-After': String(wait) } })
  const { options } = await upstream.passkeys.signInOptions({}, { withoutBearer: true })
  return Response.json(JSON.parse(options))
}
