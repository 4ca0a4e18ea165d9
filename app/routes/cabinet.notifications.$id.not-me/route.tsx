import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { NotMeEventFacts } from '~/identity/not-me-event'
import { useI18n } from '~/locale/context'
import { answerableEvent } from '~/notifications/server/answerable-event.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

/** "This was not me" to a notification. */
export const handle: PageHandle = { title: 'auth:notMe.title' }

/** @throws a 404 for a notification that can't be answered so, or not any more */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const event = await answerableEvent(await requireInvestor(context), id)
  if (!event) throw new Response(null, { status: 404 })
  return { id, event }
}

/** It ends this session as well. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, z.object({}))
  if (!form.ok) return invalid(form)
  return answerEdit(context, form, async () => {
    await upstream.notMe.reportOwn({ id })
    context.session.signOut()
    context.flash.set('accountFrozen')
    return redirectDocument(paths.login(), 303)
  })
}

export default function NotMePage() {
  const { id, event } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={5} width="reading">
      <PageHeader
        title={t('auth:notMe.title')}
        lead={t('auth:notMe.lead')}
        back={{ href: paths.notification(id), label: t('auth:notMe.back') }}
      />
      <NotMeEventFacts event={event} />
      <PostForm lastResult={answer?.lastResult}>
        <SubmitButton variant="danger">{t('auth:notMe.report')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
