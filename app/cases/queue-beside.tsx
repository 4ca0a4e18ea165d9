import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { useI18n } from '~/locale/context'
import { Link } from '~/ui/link/link'
import { Soft } from '~/ui/layout/layout'
import { type Beside } from './beside.server'
import { casePath, queuePath } from './paths'
import * as styles from './cases.css'

interface QueueBesideProps extends Beside {
  queue: CaseQueue
  /** The case that is shown. */
  current: string
}

/** The cases that wait, beside the one that is shown; where there is no room they are one press away. */
export function QueueBeside({ queue, current, rows, hasMore }: QueueBesideProps) {
  const { t, dateTime } = useI18n()
  return (
    <nav className={styles.beside} aria-labelledby="beside" data-fresh="beside" data-rows="">
      <h2 className={styles.besideTitle} id="beside">
        {t('cases:case.waiting')}
      </h2>
      <ol role="list">
        {rows.map(({ id, name, what, at, takenBy }) => (
          <li key={id}>
            <Link
              href={casePath[queue](id)}
              className={styles.besideCase}
              aria-current={id === current ? 'page' : undefined}
            >
              <span className={styles.besideName}>{name}</span>
              {what !== null && <span className={styles.besideWhat}>{what}</span>}
              {at !== null && (
                <time dateTime={at} className={styles.besideNote}>
                  {dateTime(at)}
                </time>
              )}
              {takenBy !== null && (
                <span className={styles.besideNote}>{`${t('cases:fact.takenBy')}: ${takenBy}`}</span>
              )}
            </Link>
          </li>
        ))}
      </ol>
      {rows.length === 0 && <Soft small>{t('cases:queue.empty')}</Soft>}
      {hasMore && <Link href={queuePath[queue]()}>{t('cases:case.allWaiting')}</Link>}
    </nav>
  )
}
