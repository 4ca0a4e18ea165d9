import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { tooManyRequests } from '~/forms/refused.server'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { UpstreamFailure } from '~/upstream/failure.server'

/** For an owner who has passed the password and can prove no second factor any more. */
export const handle = { title: 'security:lost.title' } satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  requireVisitor(context)
  if (!(await context.device.challenge())) throw redirect(paths.login())
  return { isReported: context.url.searchParams.has('sent') }
}

/** Sending it again changes nothing: one open request is enough. */
export async function action({ context }: ActionFunctionArgs) {
  const begun = await context.device.challenge()
  if (!begun) return redirect(paths.login({ late: 1 }), 303)
  const form = await parseForm(context, z.object({}))
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('signInAddress', context.clientAddress)
  if (wait !== null) return tooManyRequests(context, form, wait)
  return answerEdit(
    context,
    form,
    async () => {
      try {
        await context.upstream.secondFactors.reportLost(
          { challenge: begun.challenge },
          { withoutBearer: true },
        )
      } catch (error) {
        const isLate = error instanceof UpstreamFailure && error.code === 'factor_challenge_expired'
        if (!isLate) throw error
        context.device.dropChallenge()
        return redirect(paths.login({ late: 1 }), 303)
      }
      return redirect(paths.lostFactors({ sent: 1 }), 303)
    },
    { fallback: 'any' },
  )
}

export default function LostFactorsPage() {
  const { isReported } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  if (isReported)
    return (
      <>
        <PageHeader title={t('security:lost.sent')} lead={t('security:lost.sentText')} />
        <ButtonLink href={paths.loginFactor()}>{t('security:lost.found')}</ButtonLink>
      </>
    )
  return (
    <>
      <PageHeader
        title={t('security:lost.title')}
        lead={t('security:lost.lead')}
        back={{ href: paths.loginFactor(), label: t('security:signIn.title') }}
      />
      <Stack gap={4}>
        <ol>
          <li>{t('security:lost.contact')}</li>
          <li>{t('security:lost.wait')}</li>
          <li>{t('security:lost.after')}</li>
        </ol>
        <PostForm lastResult={answer?.lastResult}>
          <SubmitButton>{t('security:lost.report')}</SubmitButton>
        </PostForm>
      </Stack>
    </>
  )
}
