import { type Application } from '~/contract/extensions/operator/queues'
import { useI18n } from '~/locale/context'
import { Tag } from '~/ui/tag/tag'

const meanings = {
  open: { icon: 'clock', meaning: 'info' },
  done: { icon: 'check', meaning: 'success' },
  declined: { icon: 'info', meaning: 'neutral' },
  unknown: { icon: 'clock', meaning: 'neutral' },
} as const

export function ApplicationTag({ state }: { state: Application['status'] }) {
  const { t } = useI18n()
  return <Tag {...meanings[state]}>{t(`cases:state.application.${state}`)}</Tag>
}
