import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HiddenFields, TextField } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { isDemonstration } from '~/frame/demo.server'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireSignedIn } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { Notice } from '~/ui/notice/notice'
import { PageHeader } from '~/ui/page-header/page-header'
import { confirmCode, resendCode } from './answers.server'
import { resendIntent } from './intent'
import { Wait } from './wait'

export const handle = { title: 'auth:phone.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const { phoneConfirmed } = await requireSignedIn(context)
  if (phoneConfirmed) throw redirect(paths.cabinet())
  return { isDemo: await isDemonstration(context), wait: context.device.codeWait() }
}

/** Two forms on one page: the code, and asking for another one. */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireSignedIn(context)
  return context.form?.get('intent') === resendIntent
    ? resendCode(context, investor)
    : confirmCode(context, investor)
}

export default function PhonePage() {
  const { t } = useI18n()
  const { isDemo, wait } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.lastResult
  const ofResend = lastResult?.initialValue?.['intent'] === resendIntent
  return (
    <>
      <PageHeader title={t('auth:phone.title')} lead={t('auth:phone.lead')} />
      {isDemo && <Notice>{t('auth:phone.demonstration', { code: '000000' })}</Notice>}
      <PostForm lastResult={ofResend ? undefined : lastResult}>
        <TextField
          name="code"
          label={t('auth:phone.code')}
          hint={t('auth:phone.codeHint')}
          look="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={32}
        />
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
      <Stack gap={2}>
        <PostForm id="resend" lastResult={ofResend ? lastResult : undefined}>
          <HiddenFields values={{ intent: resendIntent }} />
          <SubmitButton variant="secondary">{t('auth:phone.resend')}</SubmitButton>
        </PostForm>
        {wait && <Wait {...wait} />}
        <PostForm id="leave" action={paths.logout()}>
          <SubmitButton variant="quiet">{t('common:action.signOut')}</SubmitButton>
        </PostForm>
      </Stack>
    </>
  )
}
