import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { NotMeEventFacts } from '~/identity/not-me-event'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { ifFound } from '~/upstream/panel.server'
import { requireExtension } from '~/upstream/settings.server'

/**
 * Where the link of a message about an account leads, on any device and without a sign-in. Showing it changes nothing,
 * since scanners of mail open links; the button is a form.
 */
export const handle: PageHandle = { title: 'auth:notMe.title' }

/** @throws a 404 for a token that the upstream does not know, or if it has none */
export async function loader({ params: { token = '' }, context }: LoaderFunctionArgs) {
  await requireExtension(context.upstream, 'notMe')
  return { event: await eventOf(context, token) }
}

async function eventOf({ upstream }: RequestContext, token: string) {
  const event = await ifFound(upstream.notMe.read({ token }, { withoutBearer: true }))
  if (!event) throw new Response(null, { status: 404 })
  return event
}

export async function action({ params: { token = '' }, context }: ActionFunctionArgs) {
  await requireExtension(context.upstream, 'notMe')
  const form = await parseForm(context, z.object({}))
  if (!form.ok) return invalid(form)
  return answerEdit(
    context,
    form,
    async () => {
      await context.upstream.notMe.report({ token }, { withoutBearer: true })
      return redirect(paths.notMe(token), 303)
    },
    { fallback: 'any' },
  )
}

export default function NotMePage() {
  const { event } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  if (event.state === 'used') {
    return (
      <>
        <PageHeader title={t('auth:notMe.done')} lead={t('auth:notMe.doneText')} />
        <ButtonLink variant="primary" href={paths.passwordForgot()}>
          {t('auth:notMe.newPassword')}
        </ButtonLink>
      </>
    )
  }
  if (event.state !== 'open') {
    return (
      <>
        <PageHeader title={t('auth:notMe.expired')} lead={t('auth:notMe.expiredText')} />
        <ButtonLink variant="primary" href={paths.passwordForgot()}>
          {t('auth:notMe.newPassword')}
        </ButtonLink>
        <p>
          <Link href={paths.contacts()}>{t('auth:notMe.support')}</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('auth:notMe.title')} lead={t('auth:notMe.lead')} />
      <NotMeEventFacts event={event} what={t('auth:notMe.what')} after={t('auth:notMe.after')} />
      <PostForm lastResult={answer?.lastResult}>
        <SubmitButton variant="danger">{t('auth:notMe.report')}</SubmitButton>
      </PostForm>
    </>
  )
}
