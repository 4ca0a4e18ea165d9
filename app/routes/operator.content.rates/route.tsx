import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type RequestContext } from '~/context'
import { AmountField, SelectField, TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { settingRate } from '~/money-forms/definitions/operator-content.server'
import { type ReviewPage } from '~/money-forms/review.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { actOf } from '~/ui/receipt/receipt'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { requireExtension } from '~/upstream/settings.server'
import { type RateReview, coinsOf, rateForm, reviewRate } from './form.server'

export const handle: PageHandle = { title: 'content:pages.rates.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireRates(context)
  const [rates, submission] = await Promise.all([
    presentRates(upstream),
    context.idempotencyKeys.issue(settingRate.name),
  ])
  return { rates: rates.filter(({ coin }) => coin !== 'USDT'), coins: coinsOf(rates), submission }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireRates(context)
  const form = await parseForm(context, rateForm(context.i18n.language))
  if (!form.ok) return invalid(form, { submission: await context.idempotencyKeys.issue(settingRate.name) })
  if (wantsChange(context)) return toChange(form)
  const { coin, rate, reason } = form.value
  return answerReviewedForm(context, settingRate, form, {
    values: { coin, rate, ...(reason && { reason }) },
    review: async () => reviewRate(form.value, await presentRates(upstream), context.i18n),
  })
}

async function requireRates(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'setRate')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

/** As everybody sees them: an operator needs no quote. */
async function presentRates(upstream: RequestContext['upstream']) {
  return (await upstream.user.exchangeRate({}, { withoutBearer: true })).items
}

/** What each coin is worth now, and the form that sets it from now on. */
export default function OperatorRates() {
  const { rates, coins, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, dateTime } = useI18n()
  if (reply && 'review' in reply)
    return <CheckRate page={reply} submission={reply.submission ?? submission} />
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.rates.title')}
        lead={t('content:rates.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
      />
      {rates.length > 0 && (
        <Table
          caption={t('content:rates.now')}
          rows={rates}
          rowKey={({ coin }) => coin}
          columns={[
            { key: 'coin', label: t('content:rates.coin'), lead: true, cell: ({ coin }) => coin },
            {
              key: 'rate',
              label: t('content:rates.rate'),
              figures: true,
              cell: ({ rate }) => <Amount value={rate} currency="USDT" exact />,
            },
            {
              key: 'updatedAt',
              label: t('content:rates.since'),
              cell: ({ updatedAt, exchangeable }) => (
                <>
                  {updatedAt && <time dateTime={updatedAt}>{dateTime(updatedAt)}</time>}
                  {!exchangeable && <Soft small>{t('content:rates.stale')}</Soft>}
                </>
              ),
            },
          ]}
        />
      )}
      <Section id="set" title={t('content:rates.set')}>
        <PostForm lastResult={reply?.lastResult} submission={reply?.submission ?? submission} width="reading">
          <SelectField
            name="coin"
            label={t('content:rates.coin')}
            options={coins.map((coin) => ({ value: coin, label: coin }))}
          />
          <AmountField
            name="rate"
            label={t('content:rates.rate')}
            hint={t('content:rates.rateHint')}
            currency="USDT"
          />
          <TextAreaField
            optional
            name="reason"
            label={t('content:rates.reason')}
            hint={t('content:rates.reasonHint')}
            maxLength={300}
            rows={2}
          />
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
        </PostForm>
      </Section>
    </Stack>
  )
}

function CheckRate({ page, submission }: { page: ReviewPage<RateReview>; submission: string }) {
  const { review, typed, changed, lastResult } = page
  const { t, amount } = useI18n()
  const { coin, before, after, reason, isFar, figures } = review
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('content:rates.review')}
        back={{ href: operatorPaths.rates(), label: t('content:pages.rates.title') }}
      />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t('content:rates.changed')}
        </Alert>
      )}
      {isFar && <Alert meaning="warning">{t('content:rates.far')}</Alert>}
      <DescriptionList
        figures
        facts={[
          { term: t('content:rates.coin'), value: coin },
          {
            term: t('content:rates.before'),
            value: before && <Amount value={before} currency="USDT" exact />,
          },
          {
            term: t('content:rates.after'),
            value: <Amount value={after} currency="USDT" exact />,
            strong: true,
          },
          { term: t('content:rates.reason'), value: reason },
        ]}
      />
      <ConfirmForm
        action={operatorPaths.rates()}
        {...{ submission, lastResult, typed }}
        shown={{ figures }}
        act={actOf(t('content:rates.set'), `${coin} ${amount(after, 'USDT', { exact: true })}`)}
        note={t('content:rates.note')}
      />
    </Stack>
  )
}
