import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { requireFactors } from '~/identity/second-factors/access.server'
import { AddTotpPage } from '~/identity/second-factors/add-totp-page'
import { addTotp } from '~/identity/second-factors/totp.server'

export const handle: PageHandle = { title: 'security:totp.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  await requireFactors(context)
  return null
}

export function action({ context }: ActionFunctionArgs) {
  return addTotp(context)
}

export default function AddTotpRoute() {
  return <AddTotpPage answer={useActionData<typeof action>()} />
}
