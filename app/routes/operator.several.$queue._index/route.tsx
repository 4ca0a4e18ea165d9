import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { decisionCalls, queueOf, queuePath } from '~/cases/paths'
import { ChosenCases } from '~/cases/chosen-cases'
import { CreditPage } from '~/cases/credit-form'
import { SeveralForm } from '~/cases/several-form'
import { SeveralReviewPage } from '~/cases/several-review'
import { answerSeveral, offerSeveral } from '~/cases/several.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = {
  title: titleBy<Data>('cases:several.title', ({ queue }, { t }) =>
    titleOf(t('cases:several.title'), t(`operator:queue.${queue}`)),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

/** The form again when something is wrong with it; without a post there is nothing on it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const queue = queueOf(params['queue'])
  const { upstream } = await requireOperator(context, decisionCalls[queue], 'previewDecision')
  await requireExtension(upstream, 'operator')
  return { queue, several: await offerSeveral(context, queue) }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const queue = queueOf(params['queue'])
  await requireOperator(context, decisionCalls[queue], 'previewDecision')
  return answerSeveral(context, queue)
}

/** One decision on several cases: what is wrong with it, or what it will do. */
export default function OperatorSeveral() {
  const { queue, several } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const back = { href: queuePath[queue](), label: t('cases:case.back') }
  if (reply && 'review' in reply) return <SeveralReviewPage queue={queue} review={reply.review} />
  const cases = reply?.cases ?? []
  if (reply?.isCredited && several)
    return (
      <CreditPage
        {...{ cases, played: reply.played, lastResult: reply.lastResult }}
        submission={reply.submission ?? several.submission}
      />
    )
  return (
    <Stack gap={5}>
      <PageHeader title={t('cases:several.title')} back={back} />
      {several && cases.length > 0 ? (
        <SeveralForm
          queue={queue}
          several={{ ...several, submission: reply?.submission ?? several.submission }}
          shown={cases.map(({ id }) => id)}
          lastResult={reply?.lastResult}
        >
          <ChosenCases queue={queue} cases={cases} chosen={reply?.chosen ?? []} />
        </SeveralForm>
      ) : (
        <EmptyState
          title={t('cases:several.none')}
          action={<ButtonLink href={back.href}>{t('cases:several.toQueue')}</ButtonLink>}
        />
      )}
    </Stack>
  )
}
