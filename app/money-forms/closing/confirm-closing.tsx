import { type ComponentProps, type ReactNode } from 'react'
import { type Deposit } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { ActOrKeep } from '~/money-forms/act-or-keep'
import { planName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Receipt, actOf } from '~/ui/receipt/receipt'

interface ConfirmClosingProps {
  deposit: Deposit
  lastResult?: LastResult | null
  submission: string
  /** The parts of a dialog, where it is asked over another page. */
  inDialog?: Pick<ComponentProps<typeof Receipt>, 'TitleAs'> & { keep: ReactNode }
}

/** Names the deposit to be closed, what is paid out, and what closing costs. */
export function ConfirmClosing({ deposit, lastResult, submission, inDialog }: ConfirmClosingProps) {
  const i18n = useI18n()
  const { t, amount, amountParts, dateTime } = i18n
  const { id, currency, closingPays, accrued, nextAccrual, nextAccrualAt } = deposit
  const plan = planName(deposit.plan, i18n)
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Receipt
      TitleAs={inDialog?.TitleAs}
      title={t('cabinet:deposits.close.title')}
      amount={{
        term: t('cabinet:deposits.close.pays'),
        parts: amountParts(closingPays ?? deposit.amount, currency, { exact: true }),
      }}
      from={{ term: t('cabinet:deposits.close.plan'), value: plan }}
      to={{
        term: t('common:review.to'),
        value: t('common:review.balance', { currency }),
      }}
      lines={[
        { term: t('cabinet:deposits.close.amount'), value: exact(deposit.amount) },
        { term: t('cabinet:deposits.close.currency'), value: currency },
        { term: t('cabinet:deposits.close.accrued'), value: given(accrued, exact) },
      ]}
      risk={[
        t('cabinet:deposits.close.final'),
        nextAccrual !== null &&
          nextAccrualAt !== null &&
          t('cabinet:deposits.close.lost', { amount: exact(nextAccrual), time: dateTime(nextAccrualAt) }),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <ActOrKeep
        action={paths.closeDeposit(id)}
        lastResult={lastResult}
        submission={submission}
        act={actOf(t('cabinet:deposits.close.act'), exact(closingPays ?? deposit.amount))}
        doing={t('common:doing.closing')}
        keep={inDialog?.keep ?? paths.deposit(id)}
      />
    </Receipt>
  )
}
