import { StatusTag } from '~/lists/status-tag'
import { type Batch } from '~/contract/extensions/operator/batches'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'

const signs = {
  open: ['clock', 'info'],
  downloaded: ['hourglass', 'warning'],
  paid: ['checkCircle', 'success'],
  dissolved: ['cross', 'neutral'],
} as const

export function BatchState({ status }: Pick<Batch, 'status'>) {
  const { t } = useI18n()
  return <StatusTag {...{ status, signs }} word={(known) => t(`batches:status.${known}`)} />
}

/** What people call a batch: its payment system, and when it was made. */
export const batchName = (
  { title, createdAt }: Pick<Batch, 'title' | 'createdAt'>,
  { t, dateTime }: Pick<I18n, 't' | 'dateTime'>,
): string => t('batches:name', { title, at: dateTime(createdAt) })
