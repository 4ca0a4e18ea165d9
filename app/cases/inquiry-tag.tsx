import { type Inquiry } from '~/contract/extensions/operator/queues'
import { useI18n } from '~/locale/context'
import { Tag } from '~/ui/tag/tag'

export function InquiryTag({ state }: { state: Inquiry['status'] }) {
  const { t } = useI18n()
  return (
    <Tag icon={state === 'done' ? 'check' : 'clock'} meaning={state === 'done' ? 'neutral' : 'info'}>
      {t(`cases:state.inquiry.${state}`)}
    </Tag>
  )
}
