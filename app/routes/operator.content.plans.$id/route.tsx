import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { BothLanguages } from '~/content/both-languages'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, type ContentReply, digestOf } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { typedDecimal, typedTick } from '~/content/typed'
import { type RequestContext } from '~/context'
import { AmountField, SelectField, TextField, TickField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { planName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { creatingPlan } from '~/money-forms/definitions/operator-content.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Columns, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { planForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('content:plans.editTitle', ({ plan }, { t }) => plan?.title ?? t('content:plans.new')),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const newId = 'new'

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requirePlans(context)
  if (id === newId) {
    const submission = await context.idempotencyKeys.issue(creatingPlan.name)
    return { plan: null, defaults: { tariff: 'breeze', 'extension.multiplier': '2' }, submission }
  }
  const { openDeposits, title, ...plan } = await onePlan(upstream, id)
  const { language } = context.i18n
  return {
    plan: { title: title[language], openDeposits },
    defaults: {
      title,
      version: plan.version,
      dailyPercent: typedDecimal(plan.dailyPercent, language),
      min: typedDecimal(plan.min, language),
      max: typedDecimal(plan.max, language),
      termDays: String(plan.termDays),
      extension: {
        days: String(plan.extension.days),
        multiplier: typedDecimal(plan.extension.multiplier, language),
      },
      available: typedTick(plan.available),
    },
    submission: undefined,
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  const { upstream } = await requirePlans(context)
  const form = await parseForm(context, planForm(context.i18n.language))
  const isNew = id === newId
  if (!form.ok)
    return invalid(form, {
      submission: isNew ? await context.idempotencyKeys.issue(creatingPlan.name) : undefined,
    })
  const { version, tariff, ...draft } = form.value
  if (isNew) {
    const sent = { ...draft, tariff: tariff || 'breeze' }
    const values = { titleRu: draft.title.ru, titleEn: draft.title.en, digest: digestOf(sent) }
    return answerMoneyForm(context, creatingPlan, form, { values, sent })
  }
  return answerContentEdit(context, form, {
    version,
    async save(read) {
      const { proposal } = await upstream.operator.editPlan({ id, ...draft, version: read })
      context.flash.set(proposal ? 'changeProposed' : 'contentSaved')
      return redirect(operatorPaths.plans(), 303)
    },
    current: async () => (await onePlan(upstream, id)).version,
  })
}

async function requirePlans(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'plans', 'createPlan', 'editPlan')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

async function onePlan(upstream: RequestContext['upstream'], id: string) {
  const { items } = await upstream.operator.plans()
  const plan = items.find((one) => one.id === id)
  if (!plan) throw new Response(null, { status: 404 })
  return plan
}

/** The terms of one plan. A deposit keeps those that it was opened on, which the page says with their number. */
export default function OperatorPlan() {
  const { plan, defaults, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const i18n = useI18n()
  const { t } = i18n
  return (
    <Stack gap={6}>
      <PageHeader
        title={plan ? plan.title : t('content:plans.new')}
        back={{ href: operatorPaths.plans(), label: t('content:pages.plans.title') }}
      />
      {plan && (
        <Alert meaning="info" title={t('content:plans.open', { count: plan.openDeposits })}>
          {t('content:plans.untouched')}
        </Alert>
      )}
      <PostForm
        lastResult={reply?.lastResult}
        submission={reply?.submission ?? submission}
        defaults={defaults}
        width="reading"
      >
        <ConflictAlert conflict={reply?.conflict} />
        <Kept name="version" />
        {!plan && (
          <SelectField
            name="tariff"
            label={t('content:plans.tariff')}
            options={(['breeze', 'depth', 'tsunami'] as const).map((value) => ({
              value,
              label: planName({ title: null, tariff: value }, i18n),
            }))}
          />
        )}
        <BothLanguages name="title" label={t('content:plans.title')} maxLength={100} />
        <AmountField name="dailyPercent" label={t('content:plans.dailyPercent')} currency="%" />
        <Columns>
          <AmountField name="min" label={t('content:plans.min')} currency="USDT" />
          <AmountField name="max" label={t('content:plans.max')} currency="USDT" optional />
        </Columns>
        <Columns>
          <TextField
            name="termDays"
            label={t('content:plans.termDays')}
            inputMode="numeric"
            autoComplete="off"
            variant="short"
          />
          <TextField
            name="extension.days"
            label={t('content:plans.extensionDays')}
            inputMode="numeric"
            autoComplete="off"
            variant="short"
          />
        </Columns>
        <AmountField
          name="extension.multiplier"
          label={t('content:plans.multiplier')}
          hint={t('content:plans.multiplierHint')}
        />
        <TickField name="available" title={t('content:plans.isAvailable')} />
        <SubmitButton>{t('content:save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
