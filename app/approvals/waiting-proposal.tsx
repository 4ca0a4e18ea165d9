import { type Understood } from '~/contract/reading'
import { useMay } from '~/cases/use-may'
import { type OpenProposal } from '~/contract/extensions/operator/approvals'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Alert } from '~/ui/alert/alert'
import { Link } from '~/ui/link/link'

interface WaitingProposalProps {
  proposal: Understood<typeof OpenProposal> | null | undefined
  /** What it is about, where a page has several. */
  change?: string
}

/** On a case: the decision on it that waits for a second operator, if there is one; who may not open it reads of it. */
export function WaitingProposal({ proposal, change }: WaitingProposalProps) {
  const { t, dateTime } = useI18n()
  const mayOpen = useMay('operator.proposal')
  if (!proposal) return null
  return (
    <Alert
      meaning="info"
      title={
        change === undefined ? t('operator:approvals.waits') : t('operator:approvals.waitsFor', { change })
      }
    >
      <p>{t('operator:approvals.waitsBy', { by: proposal.by, at: dateTime(proposal.at) })}</p>
      {mayOpen && <Link href={operatorPaths.approval(proposal.id)}>{t('operator:approvals.see')}</Link>}
    </Alert>
  )
}
