import { type Proposal } from '~/contract/extensions/operator/approvals'
import { useI18n } from '~/locale/context'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'

const tags = {
  open: ['clock', 'info'],
  approved: ['checkCircle', 'success'],
  rejected: ['crossCircle', 'danger'],
  withdrawn: ['cross', 'neutral'],
  expired: ['hourglass', 'warning'],
  failed: ['crossCircle', 'warning'],
} as const satisfies Partial<Record<Proposal['status'], readonly [IconName, string]>>

/** The state of a proposal as its word with an icon. */
export function ProposalState({ status }: Pick<Proposal, 'status'>) {
  const { t } = useI18n()
  if (status === 'unknown')
    return (
      <Tag icon="info" meaning="neutral">
        {t('common:status.unknown')}
      </Tag>
    )
  const [icon, meaning] = tags[status]
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(`operator:approvals.state.${status}`)}
    </Tag>
  )
}
