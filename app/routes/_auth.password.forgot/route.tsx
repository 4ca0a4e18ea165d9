import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerEdit } from '~/forms/edit.server'
import { LoginField } from '~/forms/login-field'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests } from '~/forms/refused.server'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { foldIdentity } from '~/session/identity.server'
import { requireReset, waitOfReset } from '~/session/password-reset.server'
import { PageHeader } from '~/ui/page-header/page-header'
import { ForgotForm } from './form.server'

export const handle = { title: 'auth:forgot.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  await requireReset(context)
  return { lastLogin: await context.device.lastLogin() }
}

/** The same answer whoever asks and whatever for: the next page never tells whether there is such an account. */
export async function action({ context }: ActionFunctionArgs) {
  await requireReset(context)
  const form = await parseForm(context, ForgotForm)
  if (!form.ok) return invalid(form)
  const { login } = form.value
  const wait = await waitOfReset(context, 'passwordForgot', foldIdentity(login))
  if (wait !== null) return tooManyRequests(context, form, wait)
  return answerEdit(
    context,
    form,
    async () => {
      await context.upstream.passwordReset.forgot({ login })
      await context.device.keepResetName(login)
      return redirect(paths.passwordReset(), 303)
    },
    { fallback: 'any' },
  )
}

export default function ForgotPage() {
  const { lastLogin } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('auth:forgot.title')}
        lead={t('auth:forgot.lead')}
        back={{ href: paths.login(), label: t('auth:login.title') }}
      />
      <PostForm lastResult={answer?.lastResult} defaults={{ login: lastLogin ?? '' }}>
        <LoginField />
        <SubmitButton>{t('auth:forgot.send')}</SubmitButton>
      </PostForm>
    </>
  )
}
