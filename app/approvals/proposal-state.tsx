import { StatusTag } from '~/lists/status-tag'
import { type Proposal } from '~/contract/extensions/operator/approvals'
import { useI18n } from '~/locale/context'

const signs = {
  open: ['clock', 'info'],
  approved: ['checkCircle', 'success'],
  rejected: ['crossCircle', 'danger'],
  withdrawn: ['cross', 'neutral'],
  expired: ['hourglass', 'warning'],
  failed: ['crossCircle', 'warning'],
} as const

export function ProposalState({ status }: Pick<Proposal, 'status'>) {
  const { t } = useI18n()
  return <StatusTag {...{ status, signs }} word={(known) => t(`operator:approvals.state.${known}`)} />
}
