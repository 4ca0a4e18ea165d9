import { CodeField } from '~/forms/code-field'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerEdit } from '~/forms/edit.server'
import { LoginField } from '~/identity/login-field'
import { NewPasswordFields } from '~/forms/new-password-fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests } from '~/forms/refused.server'
import { SubmitButton } from '~/forms/submit-button'
import { isDemonstration } from '~/upstream/demo.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { foldIdentity } from '~/session/identity.server'
import { requireReset, resetPassword, waitOfReset } from '~/session/password-reset.server'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { ResetForm } from './form.server'

export const handle = { title: 'auth:reset.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  await requireReset(context)
  return { isDemo: await isDemonstration(context), login: await context.device.resetName() }
}

const fieldOf = { code_invalid: 'code', code_expired: 'code', password_too_simple: 'password' }

export async function action({ context }: ActionFunctionArgs) {
  await requireReset(context)
  const form = await parseForm(context, ResetForm)
  if (!form.ok) return invalid(form)
  const { login, code, password } = form.value
  const wait = await waitOfReset(context, 'passwordReset', foldIdentity(login))
  if (wait !== null) return tooManyRequests(context, form, wait)
  return answerEdit(
    context,
    form,
    async () => {
      const next = await resetPassword(context, { login, code, password })
      context.flash.set('passwordUpdated')
      return redirect(next, 303)
    },
    { fallback: 'any', fieldOf },
  )
}

export default function ResetPage() {
  const { isDemo, login } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('auth:reset.title')}
        lead={t('auth:reset.lead')}
        back={{ href: paths.login(), label: t('auth:login.back') }}
      />
      {isDemo && <Alert>{t('auth:phone.demonstration', { code: '000000' })}</Alert>}
      <PostForm lastResult={answer?.lastResult} defaults={{ login: login ?? '' }}>
        <LoginField />
        <CodeField label={t('auth:phone.code')} hint={t('auth:phone.codeHint')} />
        <NewPasswordFields />
        <SubmitButton>{t('auth:reset.set')}</SubmitButton>
      </PostForm>
      <p>
        {t('auth:reset.noCode')} <Link href={paths.passwordForgot()}>{t('auth:reset.askAgain')}</Link>
      </p>
    </>
  )
}
