import { RadioField, AmountField, SelectField } from '~/forms/fields'
import { boundsText } from '~/investments/bounds'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type ShownDepositOptions, type ShownPlan, type IncomePreview } from './opening.server'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { paths } from '~/paths'
import { Cluster, Stack } from '~/ui/layout/layout'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { RiskAlert } from '~/investments/risk-alert'
import { ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'

/**
 * The plans side by side, each with its bounds, its rate, how long it locks the money, and the preview of the typed
 * amount.
 */
function PlanChoice({ plans, request }: Pick<ShownDepositOptions, 'plans' | 'request'>) {
  const i18n = useI18n()
  const { t, percent } = i18n
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.title,
    side: t('cabinet:deposits.new.percent', { percent: percent(plan.dailyPercent) }),
    text: [...boundsOf(i18n, plan, request), termsOf(i18n, plan), ...prospectOf(i18n, plan, request)],
  }))
  return (
    <RadioField
      name="planId"
      label={t('cabinet:deposits.new.plan')}
      hint={request.problem ?? t('cabinet:deposits.prospect.text')}
      choices={choices}
      columns
    />
  )
}

/**
 * In each currency of the plan, since one coin is worth more than another; with a typed amount, only in its currency.
 */
function boundsOf(i18n: I18n, { bounds }: ShownPlan, request: ShownDepositOptions['request']): string[] {
  const shown = bounds.filter(({ currency }) => request.value === null || currency === request.currency)
  return shown.flatMap(({ currency, ...own }) => boundsText(i18n, own, currency) ?? [])
}

function termsOf({ t, percent }: I18n, { termDays, second }: ShownPlan): string {
  const first = t('cabinet:deposits.new.term', { count: termDays })
  if (!second) return first
  return `${first} ${t('cabinet:deposits.new.extension', { percent: percent(second.percent), count: second.days })}`
}

function prospectOf(
  { t, amount }: I18n,
  { prospect }: ShownPlan,
  { currency, value }: ShownDepositOptions['request'],
): string[] {
  if (prospect === null || value === null) return []
  const exact = (figure: string) => amount(figure, currency, { exact: true })
  const heading = t('cabinet:deposits.prospect.of', { amount: exact(value) })
  if (!prospect.isTaken) return [heading, `${prospect.why}.`]
  const by = ({ days, net, total }: IncomePreview) =>
    t('cabinet:deposits.prospect.by', { count: days, net: exact(net), total: exact(total) })
  return [
    heading,
    t('cabinet:deposits.prospect.day', { amount: exact(prospect.day) }),
    by(prospect.first),
    ...(prospect.both ? [by(prospect.both)] : []),
  ]
}

interface OpeningFormProps {
  options: ShownDepositOptions
  chosen: { planId: string; currency: string; amount: string }
  lastResult?: LastResult | null
  submission: string
}

export function OpeningForm({ options, chosen, lastResult, submission }: OpeningFormProps) {
  const { t, amount } = useI18n()
  if (options.plans.length === 0) {
    // There are some, which can't be shown.
    if (options.leftOut) return <LeftOut list={options} />
    return (
      <EmptyState title={t('cabinet:deposits.new.noPlans')} icon="deposits">
        {t('cabinet:deposits.new.noPlansText')}
      </EmptyState>
    )
  }
  const hasMinimum = options.plans.some(({ bounds }) => bounds.some(({ min }) => min !== null))
  return (
    <PostForm
      action={paths.newDeposit()}
      lastResult={lastResult}
      submission={submission}
      defaults={chosen}
      width="full"
    >
      <LeftOut list={options} />
      <PlanChoice {...options} />
      <Stack gap={5} width="reading">
        <SelectField
          name="currency"
          label={t('cabinet:deposits.new.currency')}
          hint={t('cabinet:deposits.new.currencyHint')}
          options={options.free.map((held) => ({
            value: held.currency,
            label:
              held.amount === null
                ? held.currency
                : t('cabinet:deposits.new.free', { amount: amount(held.amount, held.currency) }),
          }))}
        />
        <AmountField
          name="amount"
          label={t('cabinet:deposits.new.amount')}
          hint={t(`cabinet:deposits.new.${hasMinimum ? 'amountHint' : 'amountHintPlain'}`)}
        />
      </Stack>
      <Cluster>
        <SubmitButton>{t('common:action.continue')}</SubmitButton>
        <SubmitButton variant="secondary" name="prospect" value="1">
          {t('cabinet:deposits.prospect.submit')}
        </SubmitButton>
      </Cluster>
    </PostForm>
  )
}

/** Shown above the form: the lock, the risk, and an empty balance. */
export function BeforeOpening({ plans, hasMoney }: ShownDepositOptions) {
  const { t } = useI18n()
  const maxTermDays = Math.max(0, ...plans.map(({ termDays }) => termDays))
  return (
    <>
      {maxTermDays > 0 && (
        <Alert role="note" title={t('cabinet:deposits.new.locked', { count: maxTermDays })}>
          {t('cabinet:deposits.new.lockedText')}
        </Alert>
      )}
      <RiskAlert />
      {!hasMoney && (
        <Alert meaning="warning" title={t('cabinet:deposits.new.noMoney')}>
          <p>{t('cabinet:deposits.new.noMoneyText')}</p>
          <ButtonLink href={paths.topUps()} size="small">
            {t('common:action.topUp')}
          </ButtonLink>
        </Alert>
      )}
    </>
  )
}
