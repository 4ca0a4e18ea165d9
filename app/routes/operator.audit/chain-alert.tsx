import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'

/** What the check of the chain found. The head is for keeping elsewhere: the next check can be held against it. */
export function ChainAlert({ checked, head, broken }: CallAnswer<typeof house.auditCheck>) {
  const { t, number } = useI18n()
  if (broken)
    return (
      <Alert
        meaning="danger"
        title={t('operators:audit.broken', { count: checked, records: number(checked) })}
      >
        <p>
          {t(`operators:audit.why.${broken.why}`, {
            position: broken.position === null ? '–' : number(broken.position),
            record: broken.recordId ?? '–',
          })}
        </p>
      </Alert>
    )
  return (
    <Alert meaning="success" title={t('operators:audit.whole', { count: checked, records: number(checked) })}>
      {head && (
        <p>
          {t('operators:audit.head')} <code>{`${head.position}:${head.hash}`}</code>
        </p>
      )}
    </Alert>
  )
}
