import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type RequestContext } from '~/context'
import { answerEdit } from '~/forms/edit.server'
import { TextField } from '~/forms/fields'
import { NewPasswordFields } from '~/forms/new-password-fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { PageHeader } from '~/ui/page-header/page-header'
import { ifFound } from '~/upstream/panel.server'
import { requireExtension } from '~/upstream/settings.server'
import { AcceptForm } from './form.server'

/**
 * Where the link of an operator's invitation leads. Showing it changes nothing, since scanners of mail open links; the
 * form makes the account, and signing in to it is what follows.
 */
export const handle: PageHandle = { title: 'operators:invitation.title' }

/** @throws a 404 for a token that the upstream does not know, or if it has no invitations */
export async function loader({ params: { token = '' }, context }: LoaderFunctionArgs) {
  await requireExtension(context.upstream, 'operators')
  return { invitation: await invitationOf(context, token) }
}

async function invitationOf({ upstream }: RequestContext, token: string) {
  const invitation = await ifFound(upstream.invitations.read({ token }, { withoutBearer: true }))
  if (!invitation) throw new Response(null, { status: 404 })
  return invitation
}

export async function action({ params: { token = '' }, context }: ActionFunctionArgs) {
  await requireExtension(context.upstream, 'operators')
  const form = await parseForm(context, AcceptForm)
  if (!form.ok) return invalid(form)
  const { login, password } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      await context.upstream.invitations.accept({ token, login, password }, { withoutBearer: true })
      return redirect(operatorPaths.invitation(token), 303)
    },
    {
      fallback: 'any',
      fieldOf: { login_taken: 'login', login_invalid: 'login', password_too_simple: 'password' },
    },
  )
}

export default function InvitationPage() {
  const { invitation } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  if (invitation.state === 'used')
    return (
      <>
        <PageHeader title={t('operators:invitation.used')} lead={t('operators:invitation.usedText')} />
        <ButtonLink variant="primary" href={paths.login()}>
          {t('operators:invitation.signIn')}
        </ButtonLink>
      </>
    )
  if (invitation.state !== 'open')
    return (
      <PageHeader title={t('operators:invitation.expired')} lead={t('operators:invitation.expiredText')} />
    )
  return (
    <>
      <PageHeader
        title={t('operators:invitation.title')}
        lead={t('operators:invitation.lead', { role: t(`operators:role.${invitation.role}`) })}
      />
      <PostForm lastResult={answer?.lastResult}>
        <TextField
          name="login"
          label={t('operators:invitation.login')}
          autoComplete="username"
          autoCapitalize="none"
          maxLength={32}
        />
        <NewPasswordFields isFirst />
        <SubmitButton>{t('operators:invitation.accept')}</SubmitButton>
      </PostForm>
    </>
  )
}
