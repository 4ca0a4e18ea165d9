import { type LoaderFunctionArgs } from '@remix-run/node'
import { requireSignedIn } from '~/session/guards.server'

/** What a passkey of the account signs before a sensitive form is sent, for the script of that form. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireSignedIn(context)
  const { options } = await upstream.passkeys.stepUpOptions()
  return Response.json(JSON.parse(options))
}
