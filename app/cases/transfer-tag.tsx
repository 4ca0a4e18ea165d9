import { type WaitingTransfer } from '~/contract/extensions/operator/transfers'
import { useI18n } from '~/locale/context'
import { Tag } from '~/ui/tag/tag'

const ofNetwork = {
  seen: { icon: 'hourglass', meaning: 'info' },
  final: { icon: 'check', meaning: 'success' },
  dropped: { icon: 'cross', meaning: 'danger' },
  unknown: { icon: 'info', meaning: 'neutral' },
} as const

/** What the network says of a transfer. */
export function NetworkTag({ state }: Pick<WaitingTransfer, 'state'>) {
  const { t } = useI18n()
  return <Tag {...ofNetwork[state]}>{t(`cases:state.network.${state}`)}</Tag>
}

const ofStatus = {
  open: { icon: 'clock', meaning: 'info' },
  credited: { icon: 'check', meaning: 'success' },
  closed: { icon: 'info', meaning: 'neutral' },
  unknown: { icon: 'clock', meaning: 'neutral' },
} as const

/** What became of a transfer at the operators. */
export function TransferTag({ status }: Pick<WaitingTransfer, 'status'>) {
  const { t } = useI18n()
  return <Tag {...ofStatus[status]}>{t(`cases:state.transfer.${status}`)}</Tag>
}
