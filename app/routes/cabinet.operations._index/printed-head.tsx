import { useI18n } from '~/locale/context'
import { type OperationsQuery } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import * as styles from './operations.css'

interface PrintedHeadProps {
  login: string
  /** ISO 8601. */
  madeAt: string
  filters: OperationsQuery
}

/** What a sheet of paper has to say for itself: whose statement it is, of which days, and of what alone. */
export function PrintedHead({ login, madeAt, filters }: PrintedHeadProps) {
  const { t, has, day, dateTime } = useI18n()
  const { from, to, type, currency, account, status } = filters
  const word = (key: string) => (has(key) ? [t(key)] : [])
  const only = [
    ...word(`common:operation.${type}`),
    ...(currency ? [currency] : []),
    ...word(`common:account.${account}`),
    ...word(`common:status.operation.${status}`),
  ]
  return (
    <div className={styles.printed}>
      <DescriptionList
        facts={[
          { term: t('cabinet:operations.printed.of'), value: login },
          {
            term: t('common:list.from'),
            value: from ? day(from) : t('cabinet:operations.printed.begin'),
          },
          {
            term: t('common:list.to'),
            value: to ? day(to) : t('cabinet:operations.printed.today'),
          },
          only.length > 0 && { term: t('cabinet:operations.printed.only'), value: only.join(', ') },
          { term: t('cabinet:operations.printed.made'), value: dateTime(madeAt) },
        ]}
      />
    </div>
  )
}
