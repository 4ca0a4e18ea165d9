import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { isDemonstration } from '~/upstream/demo.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireSignedIn } from '~/session/guards.server'
import { ownUser } from '~/session/own-user.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { changeNumber, confirmCode, resendCode } from './phone.server'
import { Code, Number, Resend, Wait } from './forms'
import { intents } from './intent'

export const handle = { title: 'auth:phone.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(context)
  if (signedIn.phoneConfirmed) throw redirect(paths.cabinet())
  const [isDemo, user] = await Promise.all([isDemonstration(context), panel(ownUser(signedIn))])
  // It was confirmed on another device meanwhile, so the session is updated. The reader continues by a link: a
  // redirect could loop with an upstream whose answers disagree.
  if (user?.phoneConfirmed) await context.session.updateUser(user)
  return {
    isDemo,
    isConfirmed: user?.phoneConfirmed ?? false,
    wait: context.device.codeWait(),
    hasNumber: !user || user.phone !== null,
    phone: user?.phone,
  }
}

/** Three forms on one page: the code, another code, and another number. */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireSignedIn(context)
  const intent = context.form?.get('intent')
  if (intent === intents.resend) return resendCode(context, investor)
  if (intent === intents.number) return changeNumber(context, investor)
  return confirmCode(context, investor)
}

export default function PhonePage() {
  const { t } = useI18n()
  const { isDemo, isConfirmed, wait, hasNumber, phone } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const intent = lastResult?.initialValue?.['intent'] ?? 'code'
  const resultOf = (form: string) => (intent === form ? lastResult : undefined)
  if (isConfirmed) return <Confirmed phone={phone ?? ''} />
  return (
    <>
      <PageHeader
        title={t('auth:phone.title')}
        lead={
          !hasNumber
            ? t('auth:phone.noNumber')
            : phone
              ? t('auth:phone.leadTo', { phone })
              : t('auth:phone.lead')
        }
      />
      {isDemo && <Alert>{t('auth:phone.demonstration', { code: '000000' })}</Alert>}
      {hasNumber && (
        <>
          <Code lastResult={resultOf('code')} />
          <Stack gap={2}>
            <Resend lastResult={resultOf(intents.resend)} />
            {wait && <Wait {...wait} />}
          </Stack>
        </>
      )}
      <Number isFirst={!hasNumber} lastResult={resultOf(intents.number)} />
      <PostForm id="leave" action={paths.logout()}>
        <SubmitButton variant="quiet">{t('common:action.signOut')}</SubmitButton>
      </PostForm>
    </>
  )
}

function Confirmed({ phone }: { phone: string }) {
  const { t } = useI18n()
  return (
    <>
      <PageHeader title={t('auth:phone.confirmed')} lead={t('auth:phone.confirmedText', { phone })} />
      <ButtonLink href={paths.cabinet()} variant="primary">
        {t('common:action.toCabinet')}
      </ButtonLink>
    </>
  )
}
