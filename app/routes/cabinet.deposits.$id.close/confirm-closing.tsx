import { type Deposit } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'

interface ConfirmClosingProps {
  deposit: Deposit
  lastResult?: LastResult | null
  submission: string
}

/** Names what is about to be closed, and what closing it pays and costs. */
export function ConfirmClosing({ deposit, lastResult, submission }: ConfirmClosingProps) {
  const { t, amount, dateTime } = useI18n()
  const { id, plan, currency, closingPays, accrued, nextAccrual, nextAccrualAt } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Stack gap={5}>
      <p>{t('cabinet:deposits.close.lead', { plan: plan.title, amount: exact(deposit.amount) })}</p>
      <DescriptionList
        facts={[
          { term: t('cabinet:deposits.close.plan'), value: plan.title },
          { term: t('cabinet:deposits.close.amount'), value: exact(deposit.amount) },
          { term: t('cabinet:deposits.close.currency'), value: currency },
          {
            term: t('cabinet:deposits.close.pays'),
            value: exact(closingPays),
            note: t('cabinet:deposits.close.paysNote'),
            strong: true,
          },
          { term: t('cabinet:deposits.close.accrued'), value: exact(accrued) },
        ]}
      />
      {nextAccrual !== null && nextAccrualAt !== null && (
        <Alert role="note">
          {t('cabinet:deposits.close.lost', {
            amount: exact(nextAccrual),
            time: dateTime(nextAccrualAt),
          })}
        </Alert>
      )}
      <PostForm action={paths.closeDeposit(id)} lastResult={lastResult} submission={submission} width="full">
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
