import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireSignedIn } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'

/**
 * What a passkey of the account signs before a sensitive form is sent, for the script of that form.
 * @throws a 404 where the upstream has no passkeys
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireSignedIn(context)
  await requireExtension(upstream, 'passkeys')
  const { options } = await upstream.passkeys.stepUpOptions()
  return Response.json(JSON.parse(options))
}
