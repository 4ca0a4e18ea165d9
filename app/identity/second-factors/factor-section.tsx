import { type Factor } from '~/contract/extensions/second-factors'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { SettingRow } from '~/ui/setting-rows/setting-rows'
import { FactorTable } from './factor-table'
import { useFactorPaths } from './use-factor-paths'

export interface FactorSectionProps {
  factors: readonly Factor[]
  /** Whether the account may not be used without one. */
  isRequired: boolean
  /** Until when an operator's removal of lost factors waits; null if none is planned. */
  removalAt: string | null
  /** Whether the upstream has passkeys. */
  canAddPasskey: boolean
}

/** The owner's second factors, on the page of what keeps the account its owner's. */
export function FactorSection({ factors, isRequired, removalAt, canAddPasskey }: FactorSectionProps) {
  const { t, dateTime } = useI18n()
  const isFirst = factors.length === 0
  const add = <AddFactor isFirst={isFirst} canAddPasskey={canAddPasskey} />
  return (
    <Section id="factors" title={t('security:factors.title')}>
      <Stack gap={4}>
        {isRequired && isFirst && (
          <Alert meaning="warning" role="status">
            {t('security:factors.required')}
          </Alert>
        )}
        {removalAt && (
          <Alert meaning="warning" role="status">
            {t('security:factors.removal', { time: dateTime(removalAt) })}
          </Alert>
        )}
        {isFirst ? (
          <EmptyState icon="lock" title={t('security:factors.none')} action={add}>
            {t('security:factors.noneText')}
          </EmptyState>
        ) : (
          <>
            <FactorTable factors={factors} />
            {add}
          </>
        )}
      </Stack>
    </Section>
  )
}

/** Links to what can be added; the stronger one is the main action while there is none. */
function AddFactor({ isFirst, canAddPasskey }: { isFirst: boolean; canAddPasskey: boolean }) {
  const at = useFactorPaths()
  const { t } = useI18n()
  return (
    <Cluster>
      {canAddPasskey && (
        <ButtonLink href={at.addPasskey} variant={isFirst ? 'primary' : 'secondary'}>
          {t('security:passkey.title')}
        </ButtonLink>
      )}
      <ButtonLink href={at.addTotp} variant={isFirst && !canAddPasskey ? 'primary' : 'secondary'}>
        {t('security:totp.title')}
      </ButtonLink>
    </Cluster>
  )
}

/** How many recovery codes are left, and where they are made anew; of an owner who has a second factor. */
export function RecoveryCodesRow({ left }: { left: number }) {
  const at = useFactorPaths()
  const { t } = useI18n()
  return (
    <SettingRow
      id="recovery"
      title={t('security:recovery.title')}
      action={<ButtonLink href={at.recoveryCodes}>{t('security:recovery.renew')}</ButtonLink>}
    >
      {t('security:recovery.left', { count: left })}
    </SettingRow>
  )
}
