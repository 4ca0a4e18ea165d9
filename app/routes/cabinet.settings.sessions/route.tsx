import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { withStepUp } from '~/session/step-up.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf } from '~/upstream/settings.server'
import { endSessions, EndForm } from './sessions.server'
import { ZoneNote } from '~/lists/zone-note'
import { SessionTable } from './session-table'

/** HTML only: its texts are not among the browser's. */
export const handle: PageHandle = { title: 'security:sessions.title', scripts: false }

/** @throws a 404 where the upstream can't list its sessions */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (!(await extensionsOf(upstream)).has('sessions')) throw new Response(null, { status: 404 })
  const { items } = await upstream.sessions.list()
  const now = upstream.now().toISOString()
  return { now, sessions: items.sort((one, other) => Number(other.current) - Number(one.current)) }
}

/**
 * One session by its id, or all but this one. A typed password is counted by session: whoever has copied another one
 * can't use up the owner's attempts.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, EndForm)
  if (!form.ok) return invalid(form)
  const { id, ...typed } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      const { currentPassword } = typed
      await withStepUp(context, typed, () => endSessions(upstream, { id, currentPassword }), {
        countedBy: context.session.id,
      })
      context.flash.set(id === undefined ? 'sessionsEnded' : 'sessionEnded')
      return redirect(paths.settings('sessions'), 303)
    },
    { fieldOf: stepUpFieldOf },
  )
}

export default function SessionsPage() {
  const { now, sessions } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:sessions.title')} lead={t('security:sessions.lead')} />
      <ZoneNote />
      <SessionTable sessions={sessions} now={now} lastResult={lastResult} />
      {sessions.length > 1 ? (
        <PostForm id="others" lastResult={lastResult?.initialValue?.['id'] ? undefined : lastResult}>
          <StepUpField hint={t('security:sessions.passwordHint')} />
          <SubmitButton variant="danger">{t('security:sessions.endOthers')}</SubmitButton>
        </PostForm>
      ) : (
        <Soft>{t('security:sessions.onlyThis')}</Soft>
      )}
    </Stack>
  )
}
