import { type Inquiry, type Verification } from '~/contract/extensions/operator/queues'
import { useI18n } from '~/locale/context'
import { Tag } from '~/ui/tag/tag'

const iconsAndMeanings = {
  none: ['info', 'neutral'],
  in_process: ['clock', 'info'],
  successful: ['checkCircle', 'success'],
  rejected: ['crossCircle', 'danger'],
  unknown: ['info', 'neutral'],
} as const

export function VerificationTag({ state }: { state: Verification['status'] }) {
  const { t } = useI18n()
  const [icon, meaning] = iconsAndMeanings[state]
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(`cases:state.verification.${state}`)}
    </Tag>
  )
}

export function InquiryTag({ state }: { state: Inquiry['status'] }) {
  const { t } = useI18n()
  return (
    <Tag icon={state === 'done' ? 'check' : 'clock'} meaning={state === 'done' ? 'neutral' : 'info'}>
      {t(`cases:state.inquiry.${state}`)}
    </Tag>
  )
}
