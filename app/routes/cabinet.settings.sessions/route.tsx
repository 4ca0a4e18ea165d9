import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf } from '~/upstream/settings.server'
import { endSessions, EndForm } from './sessions.server'
import { SessionTable } from './session-table'

export const handle: PageHandle = { title: 'settings:sessions.title' }

/** @throws a 404 where the upstream can't list its sessions */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (!(await extensionsOf(upstream)).has('sessions')) throw new Response(null, { status: 404 })
  const { items } = await upstream.sessions.list()
  return { sessions: items.sort((one, other) => Number(other.current) - Number(one.current)) }
}

/** One session by its id, or all but this one. */
export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, EndForm)
  if (!form.ok) return invalid(form)
  const { id } = form.value
  return answerEdit(context, form, async () => {
    await endSessions(upstream, id)
    context.flash.set(id === undefined ? 'sessionsEnded' : 'sessionEnded')
    return redirect(paths.settings('sessions'), 303)
  })
}

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('settings:sessions.title')} lead={t('settings:sessions.lead')} />
      <SessionTable sessions={sessions} lastResult={lastResult} />
      {sessions.length > 1 ? (
        <PostForm id="others" lastResult={lastResult?.initialValue?.['id'] ? undefined : lastResult}>
          <SubmitButton variant="danger">{t('settings:sessions.endOthers')}</SubmitButton>
        </PostForm>
      ) : (
        <Soft>{t('settings:sessions.onlyThis')}</Soft>
      )}
    </Stack>
  )
}
