import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/forms/parse.server'
import { tooManyRequests } from '~/forms/refused.server'
import { type PageHandle } from '~/framework/page'
import { PasskeySignInForm } from '~/identity/passkeys/passkey-fields.server'
import { PasskeySignIn } from '~/identity/passkeys/passkey-sign-in'
import { answerSignIn } from '~/identity/sign-in-form.server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { WithoutScripts } from '~/ui/without-scripts/without-scripts'
import { requireExtension } from '~/upstream/settings.server'

export const handle = { title: 'security:passkey.signIn' } satisfies PageHandle

/** Signs in by a passkey, which takes the place of the password and the second factor. */
export async function loader({ context }: LoaderFunctionArgs) {
  requireVisitor(context)
  await requireExtension(context.upstream, 'passkeys')
  return { redirectTo: context.url.searchParams.get('redirectTo') ?? undefined }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await parseForm(context, PasskeySignInForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('signInAddress', context.clientAddress)
  if (wait !== null) return tooManyRequests(context, form, wait)
  return answerSignIn({ context, request }, form, {
    strategy: 'passkey',
    values: form.value,
    flash: 'signedIn',
  })
}

export default function PasskeyPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('security:passkey.signIn')}
        lead={t('security:passkey.signInLead')}
        back={{ href: paths.login({ redirectTo }), label: t('auth:login.back') }}
      />
      <PasskeySignIn lastResult={answer?.lastResult} redirectTo={redirectTo} isPrimary />
      <WithoutScripts>
        <p>{t('security:passkey.needsScript')}</p>
      </WithoutScripts>
      <p>
        <Link href={paths.login({ redirectTo })}>{t('security:passkey.otherwise')}</Link>
      </p>
    </>
  )
}
