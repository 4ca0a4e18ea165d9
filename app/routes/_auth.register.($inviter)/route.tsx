import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextField } from '~/forms/fields'
import { NewPasswordFields } from '~/forms/new-password-fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests, workDue } from '~/forms/refused.server'
import { answerSignIn } from '~/identity/sign-in-form.server'
import { SubmitButton } from '~/forms/submit-button'
import { WorkFields } from '~/forms/work-fields'
import { noteCodeSent } from '~/session/code-sent.server'
import { useI18n } from '~/locale/context'
import { islandHref } from '~/site/islands/island.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { telegramBotOf } from '~/session/telegram.server'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { RegisterForm } from './form.server'
import { findInviter } from './inviter.server'

export const handle = { title: 'auth:register.title' } satisfies PageHandle

export async function loader({ context, params }: LoaderFunctionArgs) {
  requireVisitor(context)
  const [inviter, telegramBot, work, extensions] = await Promise.all([
    findInviter(context, params.inviter),
    publicPanel(telegramBotOf(context)),
    context.proofOfWork.fields(),
    publicPanel(extensionsOf(context.upstream, { soon: true })),
  ])
  return {
    inviter,
    hasTelegram: telegramBot !== null,
    // Other upstreams have rules of their own for logins, such as an e-mail address.
    hasOwnLogins: extensions !== null && extensions.size > 0,
    work,
    workScript: islandHref('work'),
  }
}

const fieldOf = {
  login_taken: 'login',
  email_taken: 'email',
  phone_taken: 'phone',
  password_too_simple: 'password',
}

export async function action({ context, request, params: { inviter } }: ActionFunctionArgs) {
  const form = await parseForm(context, RegisterForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('registration', context.clientAddress)
  if (wait !== null) return tooManyRequests(context, form, wait)
  const work = await context.proofOfWork.verify({ isRegistration: true })
  if (!work.passed) return workDue(context, form, work)
  const { passwordRepeat: _repeat, ...person } = form.value
  return answerSignIn({ context, request }, form, {
    strategy: 'registration',
    values: { ...person, inviter, language: context.i18n.language },
    flash: 'registered',
    onSuccess: (user) => noteCodeSent(context, user),
    onRefusal: () => work.giveBack(),
    fallback: 'registration',
    fieldOf,
  })
}

export default function RegisterPage() {
  const { t } = useI18n()
  const { inviter, hasTelegram, hasOwnLogins, work, workScript } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isUnknown = inviter === 'unknown'
  return (
    <>
      <PageHeader title={t('auth:register.title')} lead={t('auth:register.lead')} />
      {isUnknown && (
        <Alert meaning="warning" title={t('refusals:code.inviter_unknown')}>
          {t('auth:register.withoutInviter')}
        </Alert>
      )}
      {inviter && !isUnknown && <Alert>{t('auth:register.invitedBy', { login: inviter.login })}</Alert>}
      <PostForm lastResult={answer?.lastResult} action={isUnknown ? paths.register() : undefined}>
        <TextField
          name="login"
          label={t('auth:register.login')}
          hint={hasOwnLogins ? t('auth:register.loginHint') : undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          minLength={hasOwnLogins ? 3 : undefined}
          maxLength={hasOwnLogins ? 32 : 254}
        />
        <TextField
          name="email"
          type="email"
          label={t('auth:register.email')}
          hint={t('auth:register.emailHint')}
          autoComplete="email"
          maxLength={254}
        />
        <TextField
          name="phone"
          type="tel"
          label={t('auth:register.phone')}
          hint={t('auth:register.phoneHint')}
          autoComplete="tel"
          maxLength={32}
        />
        <NewPasswordFields isFirst />
        <WorkFields work={work} script={workScript} />
        <SubmitButton>{t('auth:register.action')}</SubmitButton>
      </PostForm>
      {hasTelegram && (
        <div>
          <ButtonLink
            href={paths.loginTelegram({ inviter: inviter && !isUnknown ? inviter.login : undefined })}
          >
            {t('auth:telegram.title')}
          </ButtonLink>
        </div>
      )}
      <p>
        {t('auth:register.hasAccount')} <Link href={paths.login()}>{t('common:action.signIn')}</Link>
      </p>
    </>
  )
}
