import { RadioField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type ShownDepositOptions, type ShownPlan } from './options.server'
import { type Outlook } from './prospect.server'

/** The plans side by side, each with what it asks for, what it pays, how long it holds the money, and what was asked of it. */
export function PlanChoice({ plans, asked }: Pick<ShownDepositOptions, 'plans' | 'asked'>) {
  const i18n = useI18n()
  const { t, percent } = i18n
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.title,
    side: t('cabinet:deposits.new.percent', { percent: percent(plan.dailyPercent) }),
    text: [...boundsOf(i18n, plan, asked), termsOf(i18n, plan), ...prospectOf(i18n, plan, asked)],
  }))
  return (
    <RadioField
      name="planId"
      label={t('cabinet:deposits.new.plan')}
      hint={asked.problem ?? t('cabinet:deposits.prospect.text')}
      choices={choices}
      columns
    />
  )
}

/** In each currency of the plan, for one coin is worth more than another; once an amount is asked for, in its own. */
function boundsOf({ t, amount }: I18n, { bounds }: ShownPlan, asked: ShownDepositOptions['asked']): string[] {
  const told = bounds.filter(({ currency }) => asked.value === null || currency === asked.currency)
  return told.map(({ currency, min, max }) => {
    const exact = (value: string) => amount(value, currency, { exact: true })
    return max === null
      ? t('cabinet:deposits.new.from', { min: exact(min) })
      : t('cabinet:deposits.new.range', { min: exact(min), max: exact(max) })
  })
}

function termsOf({ t, percent }: I18n, { termDays, second }: ShownPlan): string {
  const first = t('cabinet:deposits.new.term', { count: termDays })
  if (!second) return first
  return `${first} ${t('cabinet:deposits.new.extension', { percent: percent(second.percent), count: second.days })}`
}

function prospectOf(
  { t, amount }: I18n,
  { prospect }: ShownPlan,
  { currency, value }: ShownDepositOptions['asked'],
): string[] {
  if (prospect === null || value === null) return []
  const exact = (figure: string) => amount(figure, currency, { exact: true })
  const heading = t('cabinet:deposits.prospect.of', { amount: exact(value) })
  if (!prospect.isTaken) return [heading, `${prospect.why}.`]
  const by = ({ days, net, total }: Outlook) =>
    t('cabinet:deposits.prospect.by', { count: days, net: exact(net), total: exact(total) })
  return [
    heading,
    t('cabinet:deposits.prospect.day', { amount: exact(prospect.day) }),
    by(prospect.first),
    ...(prospect.both ? [by(prospect.both)] : []),
  ]
}
