import { type WalletList } from '~/contract/extensions/wallet-list'
import { type Factor } from '~/contract/extensions/second-factors'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { WalletListState } from '~/investments/wallet-list-state'
import { FactorTable } from './factor-table'
import { useFactorPaths } from './use-factor-paths'

export interface FactorsPageProps {
  factors: readonly Factor[]
  recoveryCodesLeft: number
  /** Whether the account may not be used without one. */
  isRequired: boolean
  /** Until when an operator's removal of lost factors waits; null if none is planned. */
  removalAt: string | null
  /** Whether the upstream has passkeys. */
  canAddPasskey: boolean
  /** How the phrase in the investor's mails begins; null without one, undefined where there is none to choose. */
  phraseHint?: string | null
  /** The choice to withdraw to saved wallets alone; undefined where there is none. */
  walletList?: WalletList | null
}

/** The owner's second factors and recovery codes. */
export function FactorsPage(props: FactorsPageProps) {
  const { factors, recoveryCodesLeft, isRequired, removalAt, canAddPasskey, phraseHint, walletList } = props
  const at = useFactorPaths()
  const { t, dateTime } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:title')} lead={t('security:lead')} />
      <Section id="factors" title={t('security:factors.title')}>
        <Stack gap={4}>
          {isRequired && factors.length === 0 && (
            <Alert meaning="warning" role="status">
              {t('security:factors.required')}
            </Alert>
          )}
          {removalAt && (
            <Alert meaning="warning" role="status">
              {t('security:factors.removal', { time: dateTime(removalAt) })}
            </Alert>
          )}
          {factors.length > 0 ? (
            <FactorTable factors={factors} />
          ) : (
            <EmptyState icon="lock" title={t('security:factors.none')}>
              {t('security:factors.noneText')}
            </EmptyState>
          )}
          <Cluster>
            {canAddPasskey && (
              <ButtonLink href={at.addPasskey} variant={factors.length > 0 ? 'secondary' : 'primary'}>
                {t('security:passkey.title')}
              </ButtonLink>
            )}
            <ButtonLink
              href={at.addTotp}
              variant={factors.length > 0 || canAddPasskey ? 'secondary' : 'primary'}
            >
              {t('security:totp.title')}
            </ButtonLink>
          </Cluster>
        </Stack>
      </Section>
      {factors.length > 0 && (
        <Section id="recovery" title={t('security:recovery.title')}>
          <Stack gap={4}>
            <p>{t('security:recovery.left', { count: recoveryCodesLeft })}</p>
            <div>
              <ButtonLink href={at.recoveryCodes}>{t('security:recovery.renew')}</ButtonLink>
            </div>
          </Stack>
        </Section>
      )}
      {walletList && (
        <Section id="wallets" title={t('security:walletList.section')}>
          <Stack gap={4}>
            <WalletListState list={walletList} />
            <div>
              <ButtonLink href={paths.walletList()}>{t('security:walletList.manage')}</ButtonLink>
            </div>
          </Stack>
        </Section>
      )}
      {phraseHint !== undefined && (
        <Section id="phrase" title={t('security:phrase.section')}>
          <Stack gap={4}>
            <p>{phraseHint ? t('security:phrase.isSet', { hint: phraseHint }) : t('security:phrase.none')}</p>
            <div>
              <ButtonLink href={paths.mailPhrase()}>
                {t(phraseHint ? 'security:phrase.change' : 'security:phrase.set')}
              </ButtonLink>
            </div>
          </Stack>
        </Section>
      )}
    </Stack>
  )
}
