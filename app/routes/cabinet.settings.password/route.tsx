import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { answerEdit } from '~/forms/edit.server'
import { PasswordField } from '~/forms/fields'
import { NewPasswordFields } from '~/forms/new-password-fields'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { StepUpCodeField } from '~/forms/step-up-field'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { changePassword } from '~/session/change-password.server'
import { factorQuestionOf } from '~/session/step-up.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { PasswordForm } from './form.server'

export const handle: PageHandle = { title: 'settings:password.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  const extensions = await panel(extensionsOf(upstream))
  const factors = extensions?.has('secondFactors') ? await panel(upstream.secondFactors.list()) : null
  // Only an upstream that keeps sessions is known to end them.
  const lead = extensions?.has('sessions') ? 'leadSessions' : 'lead'
  return {
    login,
    lead: context.i18n.t(`security:password.${lead}`),
    // Asked for at once: a page that came back with one more question would have lost the typed passwords.
    asks: factors && factorQuestionOf(factors.items),
  }
}

const fieldOf = { ...stepUpFieldOf, password_too_simple: 'password' }

export async function action({ context }: ActionFunctionArgs) {
  await requireInvestor(context)
  const form = await parseForm(context, PasswordForm)
  if (!form.ok) return invalid(form)
  const answer = await answerEdit(
    context,
    form,
    async () => {
      const signInPage = await changePassword(context, form.value)
      context.flash.set('passwordUpdated')
      return signInPage === null
        ? redirect(paths.settings('password'), 303)
        : redirectDocument(signInPage, 303)
    },
    { fieldOf },
  )
  if (!('data' in answer)) return answer
  // The words are the server's: a page that was sent by its script still holds the passwords, and does not say them.
  return { ...answer, data: { ...answer.data, typeAgain: context.i18n.t('security:typeAgain') } }
}

export default function PasswordPage() {
  const { login, lead, asks } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  const [isFreshPage] = useState(answer !== undefined)
  const question = answer?.lastResult.initialValue?.['stepUp']
  const typeAgain = isFreshPage && question && answer && 'typeAgain' in answer ? answer.typeAgain : undefined
  return (
    <Stack gap={6}>
      <PageHeader title={t('settings:password.title')} lead={lead} />
      <PostForm lastResult={answer?.lastResult} defaults={{ stepUp: asks }}>
        <WhosePassword login={login} />
        <PasswordField
          name="currentPassword"
          label={t('settings:password.current')}
          hint={typeAgain}
          autoFocus={typeAgain !== undefined && !answer?.lastResult.error}
          autoComplete="current-password"
        />
        <NewPasswordFields />
        <StepUpCodeField isAlwaysThere />
        <SubmitButton>{t('settings:password.change')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}

/** For password managers: which of the accounts that they know gets another password. */
function WhosePassword({ login }: { login: string }) {
  return <input hidden readOnly name="username" value={login} autoComplete="username" />
}
