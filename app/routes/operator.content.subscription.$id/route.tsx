import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { BothLanguages } from '~/content/both-languages'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, type ContentReply, digestOf } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { DefaultButton, Rows } from '~/content/rows'
import { changesRows, withRowsChanged } from '~/content/rows.server'
import { typedDecimal, typedTick } from '~/content/typed'
import { type RequestContext } from '~/context'
import { AmountField, TextField, TickField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { creatingOption } from '~/money-forms/definitions/operator-content.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { optionForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>(
    'content:subscription.editTitle',
    ({ title }, { t }) => title ?? t('content:subscription.new'),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const newId = 'new'

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requireOptions(context)
  if (id === newId) {
    const submission = await context.idempotencyKeys.issue(creatingOption.name)
    return { title: null, defaults: {}, submission }
  }
  const option = await oneOption(upstream, id)
  const { language } = context.i18n
  return {
    title: option.title[language],
    defaults: {
      ...{ title: option.title, benefits: option.benefits, version: option.version },
      days: String(option.days),
      price: typedDecimal(option.price, language),
      freePayments: typedTick(option.freePayments),
      available: typedTick(option.available),
    },
    submission: undefined,
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  const { upstream } = await requireOptions(context)
  const schema = optionForm(context.i18n.language)
  const isNew = id === newId
  if (changesRows(context)) return withRowsChanged(context, schema)
  const form = await parseForm(context, schema)
  if (!form.ok)
    return invalid(form, {
      submission: isNew ? await context.idempotencyKeys.issue(creatingOption.name) : undefined,
    })
  const { version, ...draft } = form.value
  if (isNew) {
    const values = { titleRu: draft.title.ru, titleEn: draft.title.en, digest: digestOf(draft) }
    return answerMoneyForm(context, creatingOption, form, { values, sent: draft })
  }
  return answerContentEdit(context, form, {
    version,
    async save(read) {
      const { proposal } = await upstream.operator.editSubscriptionOption({ id, ...draft, version: read })
      context.flash.set(proposal ? 'changeProposed' : 'contentSaved')
      return redirect(operatorPaths.subscriptionOptions(), 303)
    },
    current: async () => (await oneOption(upstream, id)).version,
  })
}

async function requireOptions(context: RequestContext) {
  const { upstream } = await requireOperator(
    context,
    ...(['subscriptionOptions', 'createSubscriptionOption', 'editSubscriptionOption'] as const),
  )
  await requireExtension(upstream, 'operator')
  return { upstream }
}

async function oneOption(upstream: RequestContext['upstream'], id: string) {
  const { items } = await upstream.operator.subscriptionOptions()
  const option = items.find((one) => one.id === id)
  if (!option) throw new Response(null, { status: 404 })
  return option
}

/** One option of the subscription, for those who buy it from now on. */
export default function OperatorSubscriptionOption() {
  const { title, defaults, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={title ?? t('content:subscription.new')}
        lead={t('content:subscription.untouched')}
        back={{ href: operatorPaths.subscriptionOptions(), label: t('content:pages.subscription.title') }}
      />
      <PostForm
        lastResult={reply?.lastResult}
        submission={reply?.submission ?? submission}
        defaults={defaults}
        width="full"
      >
        <DefaultButton>{t('content:save')}</DefaultButton>
        <ConflictAlert conflict={reply?.conflict} />
        <Kept name="version" />
        <BothLanguages name="title" label={t('content:subscription.title')} maxLength={100} />
        <Columns>
          <TextField
            name="days"
            label={t('content:subscription.days')}
            inputMode="numeric"
            autoComplete="off"
            variant="short"
          />
          <AmountField name="price" label={t('content:subscription.price')} currency="USDT" />
        </Columns>
        <Rows
          name="benefits"
          label={(number) => t('content:subscription.row', { number })}
          addLabel={t('content:subscription.addBenefit')}
          empty={<Soft>{t('content:subscription.noBenefits')}</Soft>}
        >
          {(row) => <BothLanguages name={row} label={t('content:subscription.benefit')} maxLength={300} />}
        </Rows>
        <TickField name="freePayments" title={t('content:subscription.freePayments')} />
        <TickField name="available" title={t('content:subscription.isAvailable')} />
        <SubmitButton>{t('content:save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
