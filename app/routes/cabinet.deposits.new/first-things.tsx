import { RiskNotice } from '~/funds/risk-notice'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Notice } from '~/ui/notice/notice'
import { type ShownOffer } from './offer.server'

/** What is said before anything can be filled in: the lock, the risk, and an empty balance. */
export function FirstThings({ plans, hasMoney }: ShownOffer) {
  const { t } = useI18n()
  const longest = Math.max(0, ...plans.map(({ termDays }) => termDays))
  return (
    <>
      {longest > 0 && (
        <Notice role="note" title={t('cabinet:deposits.new.locked', { count: longest })}>
          {t('cabinet:deposits.new.lockedText')}
        </Notice>
      )}
      <RiskNotice />
      {!hasMoney && (
        <Notice meaning="warning" title={t('cabinet:deposits.new.noMoney')}>
          <p>{t('cabinet:deposits.new.noMoneyText')}</p>
          <ButtonLink href={paths.topUps()} size="small">
            {t('common:action.topUp')}
          </ButtonLink>
        </Notice>
      )}
    </>
  )
}
