import { type Factor } from '~/contract/extensions/second-factors'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { FactorTable } from './factor-table'
import { useFactorPaths } from './use-factor-paths'

export interface FactorSectionsProps {
  factors: readonly Factor[]
  recoveryCodesLeft: number
  /** Whether the account may not be used without one. */
  isRequired: boolean
  /** Until when an operator's removal of lost factors waits; null if none is planned. */
  removalAt: string | null
  /** Whether the upstream has passkeys. */
  canAddPasskey: boolean
}

/** The owner's second factors and recovery codes, on the page of what keeps the account its owner's. */
export function FactorSections(props: FactorSectionsProps) {
  const { factors, recoveryCodesLeft, isRequired, removalAt, canAddPasskey } = props
  const at = useFactorPaths()
  const { t, dateTime } = useI18n()
  return (
    <>
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
    </>
  )
}
