import { useActionData } from '@remix-run/react'
import { CheckField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Duplicate } from './duplicate.server'

/** Shows an existing entry with the same values, if the answer to the form has one, with a checkbox to make another. */
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
