import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AmountField } from '~/forms/fields'
import { answerOutcome } from '~/forms/outcome.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/i18n/context'
import { readListQuery } from '~/lists/list-query.server'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { outcomeSoFar, submitOnce } from '~/submissions/submit-once.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { type Upstream } from '~/upstream/types'
import { topUpForm, topUpProblems } from './form.server'
import { History } from './history'
import { SystemChoice } from './system-choice'

export const handle: PageHandle = { title: 'cabinet:topUp.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const query = readListQuery('refills.list', context.url.searchParams, ['status', 'page'])
  const [systems, history, submission] = await Promise.all([
    openSystems(upstream),
    upstream.refills.list({ ...query, sort: 'createdAt', sortDir: 'desc' }),
    context.submissions.issue('refills.create'),
  ])
  return { systems, history, status: query.status, submission }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, topUpForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  const run = (key: string) => upstream.refills.create(form.value, { key })
  const attempt = { form: 'refills.create', values: form.value, run } as const
  let outcome = await outcomeSoFar(context, attempt, { sends: true })
  if (!outcome) {
    const problems = topUpProblems(form.value, await openSystems(upstream), context.i18n)
    if (problems) return invalid(form, { fields: problems })
    outcome = await submitOnce(context, attempt)
  }
  return answerOutcome(context, form, outcome, {
    name: 'refills.create',
    done({ id }) {
      context.flash.set('requestSent')
      return paths.topUp(id)
    },
  })
}

async function openSystems(upstream: Upstream) {
  const { items } = await upstream.settings.paymentSystems()
  return items.filter((system) => system.refill.enabled)
}

export default function TopUps() {
  const { history, status } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7}>
      <PageHeader title={t('cabinet:topUp.title')} lead={t('cabinet:topUp.lead')} />
      <NewTopUp />
      <History list={history} status={status} />
    </Stack>
  )
}

function NewTopUp() {
  const { systems, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  if (systems.length === 0) {
    return (
      <EmptyState title={t('cabinet:topUp.noSystems')} icon="topUp">
        <p>{t('cabinet:topUp.noSystemsText')}</p>
      </EmptyState>
    )
  }
  return (
    <Section id="new" title={t('cabinet:topUp.new')}>
      <PostForm
        action={paths.topUps()}
        lastResult={reply?.lastResult}
        submission={reply?.submission ?? submission}
        width="reading"
      >
        <SystemChoice systems={systems} />
        <AmountField name="amount" label={t('cabinet:topUp.amount')} hint={t('cabinet:topUp.amountHint')} />
        <SubmitButton>{t('cabinet:topUp.submit')}</SubmitButton>
      </PostForm>
    </Section>
  )
}
