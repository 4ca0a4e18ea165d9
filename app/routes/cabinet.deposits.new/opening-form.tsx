import { useEffect, useRef } from 'react'
import { AmountField, RowsField, SelectField } from '~/forms/fields'
import { ReceiptButton, WholeBalance, useLiveAnswer } from '~/forms/live-amount'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { boundsText } from '~/investments/bounds'
import { RiskText } from '~/investments/risk-alert'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Composer, allOfItId } from '~/ui/composer/composer'
import { Soft } from '~/ui/layout/layout'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { type ShownDepositOptions, type ShownPlan, type TypedDeposit } from './opening.server'
import { Receipt } from './review'
import { type loader } from './route'

interface OpeningFormProps {
  options: ShownDepositOptions
  typed: TypedDeposit
  lastResult?: LastResult | null
  submission: string
}

/** The amount first; it suggests the plan, and the receipt says what both come to. */
export function OpeningForm({ options: loaded, typed, lastResult, submission }: OpeningFormProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { options, live } = useLiveOptions(loaded, typed)
  if (loaded.plans.length === 0) {
    // There are some, which can't be shown.
    if (loaded.leftOut) return <LeftOut list={loaded} />
    return (
      <EmptyState title={t('cabinet:deposits.new.noPlans')} icon="deposits">
        {t('cabinet:deposits.new.noPlansText')}
      </EmptyState>
    )
  }
  const held = options.free.find(({ currency }) => currency === options.currency)?.amount ?? null
  return (
    <PostForm
      action={paths.newDeposit()}
      lastResult={lastResult}
      submission={submission}
      defaults={{ planId: loaded.planId, currency: typed.currency, amount: typed.amount ?? '' }}
      width="full"
    >
      <LeftOut list={loaded} />
      <Composer
        live={live}
        amount={
          <AmountField
            name="amount"
            label={t('cabinet:deposits.new.amount')}
            describedBy={allOfItId}
            problem={options.problem ?? undefined}
            hint={given(options.plans.find(({ id }) => id === options.planId) ?? null, (plan) =>
              given(plan.bounds, (bounds) => boundsText(i18n, bounds, options.currency)),
            )}
            large
          />
        }
        currency={
          <SelectField
            name="currency"
            label={t('cabinet:deposits.new.currency')}
            tall
            options={options.free.map(({ currency }) => ({ value: currency, label: currency }))}
          />
        }
        all={
          <WholeBalance
            free={held}
            currency={options.currency}
            href={(whole) => paths.newDeposit({ currency: options.currency, amount: whole })}
          />
        }
        receipt={<Receipt {...options} />}
        warning={<RiskText />}
        after={<Soft small>{t('cabinet:deposits.new.lockedText')}</Soft>}
        buttons={
          <>
            <SubmitButton>{t('common:action.continue')}</SubmitButton>
            <ReceiptButton />
          </>
        }
      >
        <PlanChoice {...options} />
      </Composer>
    </PostForm>
  )
}

/**
 * The options with the receipt of what is typed; a plan that the reader has chosen stays, and any other follows the
 * amount.
 */
function useLiveOptions(loaded: ShownDepositOptions, { planId, currency, amount }: TypedDeposit) {
  const hasChosen = useRef(planId !== '')
  const shown = useRef(loaded.planId)
  const rendered = paths.newDeposit({ planId, currency, amount: amount ?? '' })
  const { answer, live } = useLiveAnswer<typeof loader>(rendered, (typed, changed) => {
    const plan = typed('planId')
    hasChosen.current ||= changed === 'planId' || (plan !== '' && plan !== shown.current)
    const money = { currency: typed('currency'), amount: typed('amount') }
    return paths.newDeposit(hasChosen.current ? { planId: plan, ...money } : money)
  })
  const options: ShownDepositOptions = answer?.options ?? loaded
  const suggested = answer?.options.planId
  useEffect(() => {
    // Before an answer the form is as it was rendered, or as the reader filled it in before the scripts ran.
    if (hasChosen.current || suggested === undefined) return
    shown.current = suggested
    const plans = live.ref.current?.querySelectorAll<HTMLInputElement>('[name=planId]') ?? []
    for (const plan of plans) plan.checked = plan.value === suggested
  }, [suggested, live.ref])
  return { options, live }
}

/** The plans, each with its rate, its bounds in the chosen currency, and how long it locks the money. */
function PlanChoice({ plans, currency }: Pick<ShownDepositOptions, 'plans' | 'currency'>) {
  const i18n = useI18n()
  const { t, percent } = i18n
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.title,
    side: t('cabinet:deposits.new.percent', { percent: percent(plan.dailyPercent) }),
    note: plan.bounds && boundsText(i18n, plan.bounds, currency),
    // Another currency may be chosen yet, so the plan can be chosen, too.
    reason: !plan.bounds && t('cabinet:deposits.new.notIn', { currency }),
    detail: termsOf(i18n, plan),
  }))
  return <RowsField name="planId" label={t('cabinet:deposits.new.plan')} choices={choices} />
}

function termsOf({ t, percent }: I18n, { termDays, second }: ShownPlan): string {
  const first = t('cabinet:deposits.new.term', { count: termDays })
  if (!second) return first
  return `${first} ${t('cabinet:deposits.new.extension', { percent: percent(second.percent), count: second.days })}`
}

/** Before an amount is typed for which there is nothing. */
export function EmptyBalance() {
  const { t } = useI18n()
  return (
    <Alert meaning="warning" title={t('cabinet:deposits.new.noMoney')}>
      <p>{t('cabinet:deposits.new.noMoneyText')}</p>
      <ButtonLink href={paths.topUps()} size="small">
        {t('common:action.topUp')}
      </ButtonLink>
    </Alert>
  )
}
