import { type Operation } from '~/contract/statement'
import { type Deposit, type Payment, type Refill } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { type IconName } from '~/ui/icon/icon'
import { Tag } from '~/ui/tag/tag'

type Meaning = Parameters<typeof Tag>[0]['meaning']

/** The entries of the contract that have states. */
interface States {
  refill: Refill['status']
  deposit: Deposit['status']
  payment: Payment['status']
  operation: Operation['status']
}

const unknown = ['info', 'neutral'] as const

const iconsAndMeanings: { [Entry in keyof States]: Record<States[Entry], readonly [IconName, Meaning]> } = {
  refill: {
    pending: ['clock', 'info'],
    topped_up: ['checkCircle', 'success'],
    rejected: ['crossCircle', 'danger'],
    timeout_expired: ['hourglass', 'warning'],
    unknown,
  },
  deposit: {
    in_progress: ['wave', 'info'],
    awaiting_completion: ['hourglass', 'warning'],
    closed: ['check', 'neutral'],
    unknown,
  },
  payment: {
    pending: ['clock', 'info'],
    under_review: ['search', 'info'],
    rejected: ['crossCircle', 'danger'],
    completed: ['checkCircle', 'success'],
    unknown,
  },
  operation: {
    pending: ['clock', 'info'],
    completed: ['checkCircle', 'success'],
    rejected: ['crossCircle', 'danger'],
    unknown,
  },
}

type Props = { [Entry in keyof States]: { entry: Entry; state: States[Entry] } }[keyof States]

/** The state of a refill, deposit, payment or operation as its word with an icon. */
export function StateTag({ entry, state }: Props) {
  const { t } = useI18n()
  const [icon, meaning] =
    (iconsAndMeanings[entry] as Record<string, readonly [IconName, Meaning]>)[state] ?? unknown
  // The states are keys of the texts, which the parity and table tests check.
  const key = state === 'unknown' ? 'common:status.unknown' : (`common:status.${entry}.${state}` as const)
  return (
    <Tag icon={icon} meaning={meaning}>
      {t(key as Parameters<typeof t>[0])}
    </Tag>
  )
}
