import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { AddPasskeyPage } from '~/identity/passkeys/add-passkey-page'
import { addPasskey, requirePasskeys } from '~/identity/passkeys/add-passkey.server'

export const handle: PageHandle = { title: 'security:passkey.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  await requirePasskeys(context)
  return null
}

export function action({ context }: ActionFunctionArgs) {
  return addPasskey(context)
}

export default function AddPasskeyRoute() {
  return <AddPasskeyPage answer={useActionData<typeof action>()} />
}
