import { RadioField } from '~/forms/fields'
import { useI18n } from '~/i18n/context'
import { type I18n } from '~/i18n/create'
import { type ShownPlan } from './offer.server'

/** The plans, each with what it asks for, what it pays and how long it holds the money. */
export function PlanChoice({ plans }: { plans: readonly ShownPlan[] }) {
  const i18n = useI18n()
  const { t, percent } = i18n
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.title,
    side: t('cabinet:deposits.new.percent', { percent: percent(plan.dailyPercent) }),
    text: [...boundsOf(i18n, plan), termsOf(i18n, plan)],
  }))
  return <RadioField name="planId" label={t('cabinet:deposits.new.plan')} choices={choices} />
}

/** In each currency of the plan, for one coin is worth more than another. */
function boundsOf({ t, amount }: I18n, { bounds }: ShownPlan): string[] {
  return bounds.map(({ currency, min, max }) => {
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
