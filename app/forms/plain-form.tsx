import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode } from 'react'
import { useFormToken, useInLanguageOfPage } from './page-of-form'
import { PendingProvider, usePost } from './pending'

interface PlainFormProps {
  id?: string
  /** Default: the route itself. */
  action?: string
  /** Hidden fields. */
  values?: Record<string, string>
  /** It has files: they come last, behind everything else that is sent. */
  takesFiles?: boolean
  /** Where scripts run, replaces the browser's own submit, such as by one that reports upload progress. */
  send?: { by: (form: HTMLFormElement) => void; pending: boolean }
  /** Called where scripts run, when the form is sent. */
  onSend?: () => void
  children: ReactNode
}

/**
 * A form that posts with and without scripts; with scripts it ignores a second press. Alone it is for forms without
 * input, such as a button: it does not load what fields need (`PostForm`).
 */
export function PlainForm({ id, action, values = {}, takesFiles, send, onSend, children }: PlainFormProps) {
  const token = useFormToken()
  const target = useInLanguageOfPage(action)
  const { pending, takeOnce } = usePost(target, onSend)
  return (
    <PendingProvider value={send ? send.pending : pending}>
      <Form
        id={id}
        method="post"
        action={target}
        encType={takesFiles ? 'multipart/form-data' : undefined}
        noValidate
        onSubmit={send ? sendOnce(send) : takeOnce}
      >
        {token && <input type="hidden" name="formToken" value={token} />}
        <HiddenFields values={values} />
        {children}
      </Form>
    </PendingProvider>
  )
}

export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

function sendOnce({ by, pending }: NonNullable<PlainFormProps['send']>) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) by(event.currentTarget)
  }
}
