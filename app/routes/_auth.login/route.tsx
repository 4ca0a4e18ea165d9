import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PasswordField } from '~/forms/fields'
import { PasskeySignIn } from '~/identity/passkeys/passkey-sign-in'
import { LoginField } from '~/identity/login-field'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests } from '~/forms/refused.server'
import { answerSignIn } from '~/identity/sign-in-form.server'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { foldIdentity } from '~/session/identity.server'
import { logRefusedSignIn } from '~/session/sign-in.server'
import { telegramBotOf } from '~/session/telegram.server'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { takeAttempt, LoginForm } from './login.server'

export const handle = { title: 'auth:login.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  requireVisitor(context)
  const [lastLogin, extensions, telegramBot] = await Promise.all([
    context.device.lastLogin(),
    publicPanel(extensionsOf(context.upstream, { soon: true })),
    publicPanel(telegramBotOf(context)),
  ])
  return {
    hasEnded: context.url.searchParams.has('ended'),
    isLate: context.url.searchParams.has('late'),
    isTooLong: context.url.searchParams.has('tooLong'),
    lastLogin,
    canReset: extensions?.has('passwordReset') ?? false,
    hasTelegram: telegramBot !== null,
    hasPasskeys: extensions?.has('passkeys') ?? false,
    redirectTo: context.url.searchParams.get('redirectTo') ?? undefined,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await parseForm(context, LoginForm)
  if (!form.ok) return invalid(form)
  const login = foldIdentity(form.value.login)
  const wait = await takeAttempt(context, login, request.signal)
  if (wait !== null) {
    logRefusedSignIn(context, login, 'too_many_requests')
    return tooManyRequests(context, form, wait)
  }
  return answerSignIn({ context, request }, form, {
    strategy: 'password',
    values: form.value,
    flash: 'signedIn',
    onSuccess: () => context.limits.signInSucceeded(login),
    async onRefusal({ code }) {
      logRefusedSignIn(context, login, code)
      if (code === 'invalid_credentials') await context.limits.signInFailed(login)
    },
  })
}

export default function LoginPage() {
  const { t } = useI18n()
  const { hasEnded, isLate, isTooLong, lastLogin, canReset, hasTelegram, hasPasskeys, redirectTo } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHeader title={t('auth:login.title')} />
      {hasEnded && !answer && (
        <Alert meaning="warning" role="status">
          {t('errors:code.unauthorized')}
        </Alert>
      )}
      {isLate && !answer && (
        <Alert meaning="warning" role="status">
          {t('security:signIn.late')}
        </Alert>
      )}
      {isTooLong && !answer && (
        <Alert meaning="warning" role="status">
          {t('security:signIn.tooLong')}
        </Alert>
      )}
      <PostForm lastResult={answer?.lastResult} defaults={{ login: lastLogin ?? '' }}>
        <LoginField offersPasskeys={hasPasskeys} />
        <PasswordField name="password" label={t('auth:login.password')} autoComplete="current-password" />
        <SubmitButton>{t('common:action.signIn')}</SubmitButton>
      </PostForm>
      {hasPasskeys && <PasskeySignIn redirectTo={redirectTo} inAutofill />}
      {hasTelegram && (
        <div>
          <ButtonLink href={paths.loginTelegram()}>{t('auth:telegram.title')}</ButtonLink>
        </div>
      )}
      {canReset && (
        <p>
          <Link href={paths.passwordForgot()}>{t('auth:forgot.entrance')}</Link>
        </p>
      )}
      <p>
        {t('auth:login.noAccount')} <Link href={paths.register()}>{t('auth:register.action')}</Link>
      </p>
    </>
  )
}
