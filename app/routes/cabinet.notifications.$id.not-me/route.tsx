import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { NotMeEventFacts } from '~/identity/not-me-event'
import { notMeTexts } from '~/identity/not-me-texts.server'
import { answerableEvent } from '~/notifications/server/answerable-event.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

/** "This was not me" to a notification. */
export const handle: PageHandle = {
  title: titleBy<Data>(
    'notifications:title',
    ({ texts, event }, { dateTime }) => `${texts.title} ${dateTime(event.at)}`,
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

/** @throws a 404 for a notification that can't be answered so, or not any more */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const event = await answerableEvent(await requireInvestor(context), id)
  if (!event) throw new Response(null, { status: 404 })
  return { id, event, texts: notMeTexts(context.i18n) }
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
  const { id, event, texts } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Stack gap={5} width="reading">
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: paths.notification(id), label: texts.back }}
      />
      <NotMeEventFacts event={event} what={texts.what} after={texts.after} />
      <PostForm lastResult={answer?.lastResult}>
        <SubmitButton variant="danger">{texts.report}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
