import { useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RadioField, AmountField, SelectField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { boundsText } from '~/investments/bounds'
import { RiskAlert } from '~/investments/risk-alert'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type ShownDepositOptions, type ShownPlan, type TypedDeposit } from './opening.server'
import * as styles from './opening-form.css'
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
  const { t, amount } = useI18n()
  const { options, onInput, composer } = useLiveOptions(loaded, typed)
  if (loaded.plans.length === 0) {
    // There are some, which can't be shown.
    if (loaded.leftOut) return <LeftOut list={loaded} />
    return (
      <EmptyState title={t('cabinet:deposits.new.noPlans')} icon="deposits">
        {t('cabinet:deposits.new.noPlansText')}
      </EmptyState>
    )
  }
  return (
    <PostForm
      action={paths.newDeposit()}
      lastResult={lastResult}
      submission={submission}
      defaults={{ planId: loaded.planId, currency: typed.currency, amount: typed.amount ?? '' }}
      width="full"
    >
      <LeftOut list={loaded} />
      <div className={styles.composer} onInput={onInput} ref={composer}>
        <Stack gap={2} className={styles.amount}>
          <div className={styles.amountAndCurrency}>
            <AmountField
              name="amount"
              label={t('cabinet:deposits.new.amount')}
              problem={options.problem ?? undefined}
              large
            />
            <SelectField
              name="currency"
              label={t('cabinet:deposits.new.currency')}
              options={options.free.map((held) => ({
                value: held.currency,
                label:
                  held.amount === null
                    ? held.currency
                    : t('cabinet:deposits.new.free', { amount: amount(held.amount, held.currency) }),
              }))}
            />
          </div>
          <WholeBalance {...options} />
        </Stack>
        <div className={styles.receipt} aria-live="polite">
          <Receipt {...options} />
        </div>
        <div className={styles.plans}>
          <PlanChoice {...options} />
        </div>
        <div className={styles.risk}>
          <RiskAlert />
        </div>
        <Cluster className={styles.buttons}>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <SubmitButton variant="secondary" name="receipt" value="1">
            {t('cabinet:deposits.receipt.submit')}
          </SubmitButton>
        </Cluster>
      </div>
    </PostForm>
  )
}

/** How long nobody types before the receipt is asked for. */
const pauseMs = 250

/**
 * The options with the receipt of what is typed. The server calculates it, as without scripts; a plan that the reader has
 * chosen stays, and any other follows the amount.
 */
function useLiveOptions(loaded: ShownDepositOptions, { planId: named, amount: rendered }: TypedDeposit) {
  const composer = useRef<HTMLDivElement>(null)
  const timer = useRef<number>()
  const [hasChosen, setHasChosen] = useState(named !== '')
  const { load, data } = useFetcher<typeof loader>()
  const answer: ShownDepositOptions | undefined = data?.options
  const options = answer ?? loaded
  const suggested = answer?.planId

  const follow = (form: HTMLFormElement, choosesPlan: boolean) => {
    const { planId: checked } = typedIn(form)
    const isChosen = hasChosen || choosesPlan || (checked !== '' && checked !== options.planId)
    setHasChosen(isChosen)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const { planId, ...money } = typedIn(form)
      load(paths.newDeposit(isChosen ? { planId, ...money } : money))
    }, pauseMs)
  }
  useEffect(() => {
    // What was typed before the scripts ran came without an event for them, like what a browser fills in again.
    const form = composer.current?.closest('form')
    if (!form) return
    const { planId, currency, amount } = typedIn(form)
    const isAsRendered =
      planId === loaded.planId && currency === loaded.currency && amount === (rendered ?? '')
    if (!isAsRendered) follow(form, false)
    return () => window.clearTimeout(timer.current)
    // Once: from then on events say what changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    // Before an answer the form is as it was rendered, or as the reader filled it in before the scripts ran.
    if (hasChosen || suggested === undefined) return
    const plans = composer.current?.querySelectorAll<HTMLInputElement>('[name=planId]') ?? []
    for (const plan of plans) plan.checked = plan.value === suggested
  }, [suggested, hasChosen])

  const onInput = (event: FormEvent<HTMLDivElement>) => {
    const { form, name } = event.target as HTMLInputElement
    if (form) follow(form, name === 'planId')
  }
  return { options, onInput, composer }
}

/** What the fields of the form hold; an empty text where nothing is chosen. */
function typedIn(form: HTMLFormElement) {
  const fields = new FormData(form)
  const valueOf = (field: string) => {
    const value = fields.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
  return { planId: valueOf('planId'), currency: valueOf('currency'), amount: valueOf('amount') }
}

/** All of the free balance in the currency of the form, by one press. */
function WholeBalance({ free, currency }: Pick<ShownDepositOptions, 'free' | 'currency'>) {
  const { t, amount, amountParts } = useI18n()
  const held = free.find((one) => one.currency === currency)?.amount
  if (!held || /^[0.]*$/.test(held)) return null
  const { integer, separator, fraction } = amountParts(held, currency, { exact: true })
  const typed = integer.replace(/\D/g, '') + separator + fraction
  return (
    <p className={styles.whole}>
      <Link href={paths.newDeposit({ currency, amount: typed })}>
        {t('cabinet:deposits.new.whole', { amount: amount(held, currency) })}
      </Link>
    </p>
  )
}

/** The plans, each with its rate, its bounds in the chosen currency, and how long it locks the money. */
function PlanChoice({ plans, currency }: Pick<ShownDepositOptions, 'plans' | 'currency'>) {
  const i18n = useI18n()
  const { t, percent } = i18n
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.title,
    side: t('cabinet:deposits.new.percent', { percent: percent(plan.dailyPercent) }),
    text: [boundsOf(i18n, plan, currency), termsOf(i18n, plan)].filter((text) => text !== null),
  }))
  return <RadioField name="planId" label={t('cabinet:deposits.new.plan')} choices={choices} />
}

function boundsOf(i18n: I18n, { bounds }: ShownPlan, currency: string): string | null {
  if (!bounds) return i18n.t('cabinet:deposits.new.notIn', { currency })
  return boundsText(i18n, bounds, currency)
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
