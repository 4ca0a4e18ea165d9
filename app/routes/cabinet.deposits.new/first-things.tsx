import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'
import { type ShownDepositOptions } from './options.server'

/** What is said before anything can be filled in: the lock, the risk, and an empty balance. */
export function FirstThings({ plans, hasMoney }: ShownDepositOptions) {
  const { t } = useI18n()
  const longest = Math.max(0, ...plans.map(({ termDays }) => termDays))
  return (
    <>
      {longest > 0 && (
        <Alert role="note" title={t('cabinet:deposits.new.locked', { count: longest })}>
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
