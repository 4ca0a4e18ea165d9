import { useI18n } from '~/locale/context'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Tag } from '~/ui/tag/tag'
import * as styles from './tariffs.css'
import { type TariffFigures } from '~/site/tariffs.server'

/** A depth gauge: all hang from the waterline, each deeper and darker than the one before. */
export function Tariffs({ tariffs }: { tariffs: TariffFigures[] | null }) {
  const { t } = useI18n()
  if (!tariffs || tariffs.length === 0) {
    return <EmptyState title={t('site:home.noPlans')}>{t('site:home.noPlansText')}</EmptyState>
  }
  return (
    <ul role="list" className={styles.gauge}>
      {tariffs.map((tariff) => (
        <Tariff key={tariff.id} {...tariff} />
      ))}
    </ul>
  )
}

function Tariff({ tariff, title, dailyPercent, extension, min, max, termDays, ...rest }: TariffFigures) {
  const { t, percent, amount } = useI18n()
  const bounds = max
    ? t('site:home.range', { min: amount(min, 'USDT'), max: amount(max, 'USDT') })
    : t('site:home.fromMin', { min: amount(min, 'USDT') })
  return (
    <li className={styles.column[tariff]}>
      <h3 className={styles.name}>{title}</h3>
      {!rest.available && <Tag icon="lock">{t('site:home.closed')}</Tag>}
      <p className={styles.rate}>
        <span className={styles.percent}>{percent(dailyPercent)}</span> {t('site:home.perDay')}
      </p>
      <p className={styles.bounds}>{bounds}</p>
      <dl className={styles.terms}>
        <div>
          <dt className={styles.term}>{t('site:home.term')}</dt>
          <dd>{t('site:home.lock', { count: termDays })}</dd>
        </div>
        {extension && (
          <div>
            <dt className={styles.term}>{t('site:home.after')}</dt>
            <dd>
              {t('site:home.afterText', {
                count: extension.days,
                percent: percent(extension.dailyPercent),
              })}
            </dd>
          </div>
        )}
        <div>
          <dt className={styles.term}>{t('site:home.currencies')}</dt>
          <dd>{rest.currencies.join(', ')}</dd>
        </div>
      </dl>
    </li>
  )
}
