import { type Deposit } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { planName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'

interface ConfirmClosingProps {
  deposit: Deposit
  lastResult?: LastResult | null
  submission: string
}

/** Names the deposit to be closed, what is paid out, and what closing costs. */
export function ConfirmClosing({ deposit, lastResult, submission }: ConfirmClosingProps) {
  const i18n = useI18n()
  const { t, amount, dateTime } = i18n
  const { id, currency, closingPays, accrued, nextAccrual, nextAccrualAt } = deposit
  const plan = planName(deposit.plan, i18n)
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Stack gap={5}>
      <p>{t('cabinet:deposits.close.lead', { plan, amount: exact(deposit.amount) })}</p>
      <DescriptionList
        facts={[
          { term: t('cabinet:deposits.close.plan'), value: plan },
          { term: t('cabinet:deposits.close.amount'), value: exact(deposit.amount) },
          { term: t('cabinet:deposits.close.currency'), value: currency },
          {
            term: t('cabinet:deposits.close.pays'),
            value: given(closingPays, exact),
            note: t('cabinet:deposits.close.paysNote'),
            strong: true,
          },
          { term: t('cabinet:deposits.close.accrued'), value: given(accrued, exact) },
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
