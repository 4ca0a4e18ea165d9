import { StatusTag } from '~/lists/status-tag'
import { type FoundInvestor } from '~/contract/extensions/operator/investors'
import { useI18n } from '~/locale/context'
import { Cluster } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'

type InvestorStateProps = Pick<FoundInvestor, 'suspended' | 'frozen' | 'erased' | 'verification'>

/** What an operator has to know of an account before anything else, each state with its word. */
export function InvestorState({ suspended, frozen, erased, verification }: InvestorStateProps) {
  const { t } = useI18n()
  return (
    <Cluster gap={2}>
      {erased && <Tag icon="crossCircle">{t('investors:state.erased')}</Tag>}
      {suspended && (
        <Tag icon="crossCircle" meaning="danger">
          {t('investors:state.suspended')}
        </Tag>
      )}
      {frozen && (
        <Tag icon="warning" meaning="warning">
          {t('investors:state.frozen')}
        </Tag>
      )}
      {!erased && !suspended && !frozen && (
        <Tag icon="check" meaning="success">
          {t('investors:state.active')}
        </Tag>
      )}
      <VerificationTag state={verification} />
    </Cluster>
  )
}

/** How far the verification has come. */
export function VerificationTag({ state }: { state: FoundInvestor['verification'] }) {
  const { t } = useI18n()
  return (
    <StatusTag
      status={state}
      signs={verificationSigns}
      word={(known) => t(`common:status.verification.${known}`)}
    />
  )
}

const verificationSigns = {
  none: ['info', 'neutral'],
  in_process: ['clock', 'info'],
  successful: ['checkCircle', 'success'],
  rejected: ['crossCircle', 'danger'],
} as const
