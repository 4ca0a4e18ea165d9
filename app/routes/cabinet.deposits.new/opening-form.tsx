import { AmountField, SelectField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Cluster, Stack } from '~/ui/layout/layout'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { type ShownDepositOptions } from './options.server'
import { PlanChoice } from './plan-choice'

interface OpeningFormProps {
  offer: ShownDepositOptions
  chosen: { planId: string; currency: string; amount: string }
  lastResult?: LastResult | null
  submission: string
}

export function OpeningForm({ offer, chosen, lastResult, submission }: OpeningFormProps) {
  const { t, amount } = useI18n()
  if (offer.plans.length === 0) {
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
      defaults={chosen}
      width="full"
    >
      <PlanChoice {...offer} />
      <Stack gap={5} width="reading">
        <SelectField
          name="currency"
          label={t('cabinet:deposits.new.currency')}
          hint={t('cabinet:deposits.new.currencyHint')}
          options={offer.free.map((held) => ({
            value: held.currency,
            label: t('cabinet:deposits.new.free', { amount: amount(held.amount, held.currency) }),
          }))}
        />
        <AmountField
          name="amount"
          label={t('cabinet:deposits.new.amount')}
          hint={t('cabinet:deposits.new.amountHint')}
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
