import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useSearchParams } from '@remix-run/react'
import { TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { answerInquiry } from '~/forms/public-form.server'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Sent } from '~/site/sent'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { SubscribeForm } from './form.server'

export const handle: PageHandle = {
  title: 'site:subscribe.title',
  description: 'site:subscribe.lead',
  query: ['sent'],
}

/** A page of only its form: without subscriptions it is a 404. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireExtension(context.upstream, 'inquiries')
  return null
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context, SubscribeForm)
  if (!form.ok) return invalid(form)
  return answerInquiry(context, form, async () => {
    await context.upstream.inquiries.subscribe(form.value)
    return redirect(paths.subscribed(), 303)
  })
}

export default function Subscribe() {
  const [query] = useSearchParams()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  if (query.has('sent') && !answer)
    return (
      <Sent
        title={t('site:subscribe.sentTitle')}
        text={`${t('flash:requestSent')}. ${t('site:subscribe.sentText')}`}
        back={{ href: paths.news(), label: t('site:news.all') }}
      />
    )
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:subscribe.title')} lead={t('site:subscribe.lead')} />
      <PostForm action={paths.subscribe()} lastResult={answer?.lastResult}>
        <TextField
          name="email"
          type="email"
          label={t('site:subscribe.email')}
          hint={t('site:subscribe.emailHint')}
          autoComplete="email"
          maxLength={254}
        />
        <SubmitButton>{t('site:subscribe.submit')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
