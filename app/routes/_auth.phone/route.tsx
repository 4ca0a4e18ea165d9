import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextField } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireSignedIn } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { Notice } from '~/ui/notice/notice'
import { PageHeader } from '~/ui/page-header/page-header'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { confirmCode, resendCode } from './answers.server'
import { Wait } from './wait'

export const handle = { title: 'auth:phone.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const { phoneConfirmed, upstream } = await requireSignedIn(context)
  if (phoneConfirmed) throw redirect(paths.cabinet())
  const extensions = await publicPanel(extensionsOf(upstream))
  return { isDemo: extensions?.has('demo') ?? false, wait: context.device.codeWait() }
}

/** Two forms on one page: the code, and asking for another one. */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireSignedIn(context)
  return context.form?.get('intent') === 'resend'
    ? resendCode(context, investor)
    : confirmCode(context, investor)
}

export default function PhonePage() {
  const { t } = useI18n()
  const { isDemo, wait } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problem = answer && 'problem' in answer ? answer.problem : undefined
  return (
    <>
      <PageHeader title={t('auth:phone.title')} lead={t('auth:phone.lead')} />
      {isDemo && <Notice>{t('auth:phone.demonstration', { code: '000000' })}</Notice>}
      {problem && (
        <Notice meaning="danger" role="alert">
          {problem}
        </Notice>
      )}
      <PostForm lastResult={answer && 'lastResult' in answer ? answer.lastResult : undefined}>
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
        <PostForm id="resend">
          <input type="hidden" name="intent" value="resend" />
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
