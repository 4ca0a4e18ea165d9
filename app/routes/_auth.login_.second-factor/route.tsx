import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests } from '~/forms/refused.server'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { PasskeySignIn } from '~/identity/passkeys/passkey-sign-in'
import { FactorCodeField } from '~/identity/second-factors/factor-code-field'
import { FactorCodeForm } from '~/identity/second-factors/factor-fields.server'
import { answerSignIn } from '~/identity/sign-in-form.server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle = { title: 'security:signIn.title' } satisfies PageHandle

/** The second half of a sign-in. Without a first one, and once that is over, it begins anew. */
export async function loader({ context }: LoaderFunctionArgs) {
  requireVisitor(context)
  const begun = await context.device.challenge()
  if (!begun) throw redirect(paths.login())
  return {
    hasPasskey: begun.methods.split(',').includes('passkey'),
    redirectTo: context.url.searchParams.get('redirectTo') ?? undefined,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const begun = await context.device.challenge()
  const redirectTo = context.url.searchParams.get('redirectTo') ?? undefined
  if (!begun) return redirect(paths.login({ redirectTo, late: 1 }), 303)
  const form = await parseForm(context, FactorCodeForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('signInAddress', context.clientAddress)
  if (wait !== null) return tooManyRequests(context, form, wait)
  const { challenge, typed: login } = begun
  let isLate = false
  const answer = await answerSignIn({ context, request }, form, {
    strategy: 'secondFactor',
    values: { challenge, code: form.value.code, login },
    flash: 'signedIn',
    fieldOf: { factor_code_invalid: 'code' },
    onRefusal({ code }) {
      isLate = code === 'factor_challenge_expired'
      return Promise.resolve()
    },
  })
  if (!isLate) return answer
  context.device.dropChallenge()
  return redirect(paths.login({ redirectTo, late: 1 }), 303)
}

export default function SecondFactorPage() {
  const { hasPasskey, redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('security:signIn.title')}
        lead={t('security:signIn.lead')}
        back={{ href: paths.login(), label: t('auth:login.back') }}
      />
      {hasPasskey && <PasskeySignIn redirectTo={redirectTo} />}
      <PostForm lastResult={answer?.lastResult}>
        <FactorCodeField hint={t('security:signIn.codeHint')} autoFocus={!answer} />
        <SubmitButton>{t('common:action.signIn')}</SubmitButton>
      </PostForm>
      <p>
        {t('security:signIn.lost')} <Link href={paths.lostFactors()}>{t('security:signIn.lostLink')}</Link>
      </p>
    </>
  )
}
