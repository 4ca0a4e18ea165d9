import { useActionData } from '@remix-run/react'
import { CheckField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Duplicate } from './duplicate.server'

/** Names an entry like the one that is about to be made, where the answer to the form tells of one, and asks for a tick. */
export function DuplicateField() {
  const reply = useActionData<{ duplicate?: Duplicate | null }>()
  if (!reply?.duplicate) return null
  const { text, href, see, tick, mark, state } = reply.duplicate
  return (
    <Stack gap={3}>
      <Alert meaning="warning" role="alert">
        <p>
          {text} <Link href={href}>{see}</Link>
        </p>
      </Alert>
      <HiddenFields values={{ duplicate: mark }} />
      <CheckField name="again" value={mark} title={tick} defaultChecked={state === 'ticked'} />
    </Stack>
  )
}
