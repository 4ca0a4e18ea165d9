import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerEdit } from '~/forms/edit.server'
import { LoginField } from '~/identity/login-field'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests, workDue } from '~/forms/refused.server'
import { SubmitButton } from '~/forms/submit-button'
import { WorkFields } from '~/forms/work-fields'
import { useI18n } from '~/locale/context'
import { islandHref } from '~/site/islands/island.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { foldIdentity } from '~/session/identity.server'
import { requireReset, waitOfReset } from '~/session/password-reset.server'
import { PageHeader } from '~/ui/page-header/page-header'
import { ForgotForm } from './form.server'

export const handle = { title: 'auth:forgot.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  await requireReset(context)
  const [lastLogin, work] = await Promise.all([context.device.lastLogin(), context.proofOfWork.fields()])
  return { lastLogin, work, workScript: islandHref('work') }
}

/** The same answer for every name: the next page never reveals whether there is such an account. */
export async function action({ context }: ActionFunctionArgs) {
  await requireReset(context)
  const form = await parseForm(context, ForgotForm)
  if (!form.ok) return invalid(form)
  const { login } = form.value
  const wait = await waitOfReset(context, 'passwordForgot', foldIdentity(login))
  if (wait !== null) return tooManyRequests(context, form, wait)
  const work = await context.proofOfWork.verify({ isRegistration: false })
  if (!work.passed) return workDue(context, form, work)
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
  const { lastLogin, work, workScript } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('auth:forgot.title')}
        lead={t('auth:forgot.lead')}
        back={{ href: paths.login(), label: t('auth:login.back') }}
      />
      <PostForm lastResult={answer?.lastResult} defaults={{ login: lastLogin ?? '' }}>
        <LoginField />
        <WorkFields work={work} script={workScript} />
        <SubmitButton>{t('auth:forgot.send')}</SubmitButton>
      </PostForm>
    </>
  )
}
