import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { requireFactors } from '~/identity/second-factors/access.server'
import { RecoveryCodesPage } from '~/identity/second-factors/recovery-codes-page'
import { renewRecoveryCodes } from '~/identity/second-factors/recovery-codes.server'

export const handle: PageHandle = { title: 'security:recovery.renew', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  await requireFactors(context)
  return null
}

export function action({ context }: ActionFunctionArgs) {
  return renewRecoveryCodes(context)
}

export default function RecoveryCodesRoute() {
  return <RecoveryCodesPage answer={useActionData<typeof action>()} />
}
