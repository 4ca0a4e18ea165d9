import { type DefaultValue, FormProvider, useForm } from '@conform-to/react'
import { useActionData, useLocation } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { answerOfQuestion, useAnsweredTitle } from '~/framework/form-title'
import { useI18n } from '~/locale/context'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Stack } from '~/ui/layout/layout'
import { useKeptForm } from './page-of-form'
import { type LastResult } from './parse.server'
import { PlainForm } from './plain-form'

/** The value of a field, or of nested fields: `wallets[0].address`. */
type First = string | null | undefined | readonly First[] | { [name: string]: First }

interface PostFormProps extends Pick<ComponentProps<typeof PlainForm>, 'action' | 'takesFiles' | 'send'> {
  /** Distinguishes the form from others on the page; prefixes the ids of its fields. */
  id?: string
  /** `actionData?.lastResult`: the errors and the typed values. */
  lastResult?: LastResult | null
  /** `actionData?.submission ?? loaderData.submission`, for a form that moves money. */
  submission?: string
  /** Initial values by field name. */
  defaults?: { [name: string]: First }
  /** `form`, a column of fields, by default; `full` for buttons in a row. */
  width?: 'form' | 'reading' | 'full'
  children: ReactNode
}

/**
 * A form that posts without scripts. Its errors appear on top and at the fields. Only the server validates it, so
 * both paths show the same messages in the reader's language.
 */
export function PostForm(props: PostFormProps) {
  const { key } = useLocation()
  const [{ round, sentAt }, setRound] = useState<{ round: number; sentAt?: string }>({ round: 0 })
  // Accepted, it starts anew on its own page, as it does without scripts: without old errors and typed passwords.
  if (sentAt && sentAt !== key) setRound({ round: props.lastResult ? round : round + 1 })
  return <Round key={round} {...props} onSend={() => setRound({ round, sentAt: key })} />
}

function Round(props: PostFormProps & { onSend: () => void }) {
  const { id = 'form', lastResult, submission, defaults, width = 'form', children, ...plain } = props
  const idempotencyId = useIdOfForm(submission)
  const kept = useKeptForm()
  const [form] = useForm<Record<string, unknown>, string[]>({
    id,
    lastResult: lastResult ?? undefined,
    defaultValue: { ...defaults, ...kept } as DefaultValue<Record<string, unknown>>,
  })
  return (
    <FormProvider context={form.context}>
      <PlainForm {...plain} id={form.id} values={idempotencyId ? { submission: idempotencyId } : undefined}>
        <Stack gap={5} width={width === 'full' ? undefined : width}>
          <Summary formId={form.id} lastResult={lastResult} />
          {children}
        </Stack>
      </PlainForm>
    </FormProvider>
  )
}

function Summary({ formId, lastResult }: { formId: string; lastResult?: LastResult | null }) {
  const { t } = useI18n()
  const summary = useRef<HTMLDivElement>(null)
  const failed = lastResult?.status === 'error'
  useAnsweredTitle(failed ? 'error' : answerOfQuestion(lastResult?.initialValue?.['stepUp']), lastResult)

  useEffect(() => {
    if (failed) summary.current?.focus()
  }, [failed, lastResult])

  if (!failed) return null
  return <ErrorSummary ref={summary} title={t('common:form.summary')} items={itemsOf(formId, lastResult)} />
}

/** As the server put them: the form's own errors first, then those of the fields from top to bottom. */
function itemsOf(formId: string, { error }: LastResult) {
  return Object.entries(error ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).slice(0, name === '' ? undefined : 1).map((text) => ({
      text,
      fieldId: name === '' ? undefined : `${formId}-${name}`,
    })),
  )
}

/**
 * The key that the form was rendered with, until an answer brings another. A refetch after a notification must not
 * change it: a second tab with this key leads to the entry that it made.
 */
function useIdOfForm(submission: string | undefined): string | undefined {
  const answer: unknown = useActionData()
  const [shown, setShown] = useState({ answer, submission })
  if (shown.answer === answer) return shown.submission ?? submission
  setShown({ answer, submission })
  return submission
}
