import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { casePath, queuePath } from '~/cases/paths'
import { wholeMinutes } from '~/cases/waits'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { sum } from '~/money/decimal'
import { operatorPaths } from '~/operator-paths'
import { Link } from '~/ui/link/link'
import { Tag } from '~/ui/tag/tag'
import * as styles from './today.css'

type Summary = CallAnswer<typeof house.summary>
type Queue = NonNullable<Summary['waiting']>[number]
type QueueName = keyof Summary['queues'] | 'payouts'

const texts: Record<QueueName, TextKey> = {
  payments: 'operator:queue.payments',
  payouts: 'operator:today.payouts',
  refills: 'operator:queue.refills',
  transfers: 'operator:queue.transfers',
  verifications: 'operator:queue.verifications',
  inquiries: 'operator:queue.inquiries',
  applications: 'operator:queue.applications',
  proposals: 'operator:approvals.title',
}

/** The upstream counts overdue withdrawals no further. */
const maxCounted = 1_000

interface WaitingProps {
  waiting: Queue[]
  queues: Summary['queues']
  overdue?: number
  /** The upstream's time, in milliseconds since the epoch. */
  now: number
}

/** Every queue with how many wait, what they come to, and since when; an upstream may know the counts alone. */
export function Waiting({ waiting, queues, overdue = 0, now }: WaitingProps) {
  const { t, number } = useI18n()
  const rows = (Object.keys(texts) as QueueName[])
    .map((name) => {
      const queue = waiting.find((one) => one.queue === name)
      return { name, queue, count: name === 'payouts' ? queue?.count : queues[name] }
    })
    .filter(({ count }) => count !== undefined)
  if (rows.length === 0) return null
  return (
    <ul role="list" className={styles.queues} aria-label={t('operator:summary.queues')}>
      {rows.map(({ name, count = 0, queue }) => (
        <li key={name} className={styles.queue}>
          <Link href={hrefOf[name]()}>{t(texts[name])}</Link>
          <div className={styles.waiting}>
            <p className={styles.count}>{number(count)}</p>
            {name === 'payments' && overdue > 0 && (
              <p>
                <Tag icon="warning" meaning="danger">
                  {overdue < maxCounted
                    ? t('operator:summary.overdue', { count: overdue })
                    : t('operator:summary.overdueMore', { shown: number(maxCounted - 1) })}
                </Tag>
              </p>
            )}
            {queue && <Sums sums={queue.sums} />}
            {queue && <Oldest {...{ name, now }} oldest={queue.oldest} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Sums({ sums }: Pick<Queue, 'sums'>) {
  const { t, amount } = useI18n()
  if (sums.length === 0) return null
  return (
    <div className={styles.sums}>
      {sums.map(({ currency, amount: value }) => (
        <p key={currency}>
          <Amount value={value} currency={currency} />
        </p>
      ))}
      {(sums.length > 1 || sums[0]!.currency !== 'USDT') && (
        <p className={styles.note}>
          {t('operator:today.worth', { amount: amount(sum(sums.map(({ worth }) => worth)), 'USDT') })}
        </p>
      )}
    </div>
  )
}

function Oldest({ name, oldest, now }: Pick<Queue, 'oldest'> & { name: QueueName; now: number }) {
  const { t, duration } = useI18n()
  if (oldest === null) return <p className={styles.note}>{t('operator:today.nothing')}</p>
  return (
    <p className={styles.note}>
      <Link href={caseOf[name](oldest.id)}>
        {t('operator:today.oldest')}{' '}
        <time dateTime={oldest.since}>{duration(wholeMinutes(now - Date.parse(oldest.since)))}</time>
      </Link>
    </p>
  )
}

const hrefOf: Record<QueueName, () => string> = {
  ...queuePath,
  payouts: () => operatorPaths.withdrawals({ status: 'approved' }),
  proposals: operatorPaths.approvals,
}
const caseOf: Record<QueueName, (id: string) => string> = {
  ...casePath,
  payouts: operatorPaths.withdrawal,
  proposals: operatorPaths.approval,
}
