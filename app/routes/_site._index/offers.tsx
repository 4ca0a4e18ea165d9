import { boundsText } from '~/investments/bounds'
import { planName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Tag } from '~/ui/tag/tag'
import * as styles from './home.css'
import { type TariffFigures } from '~/site/tariffs.server'
import { type Leader, type Leaders as Both } from '~/site/leaders.server'
import { Columns, Soft } from '~/ui/layout/layout'
import { narrowTable } from '~/ui/table/narrow-table.css'
import { Band } from './sections'
import { type NewsItem } from '~/contract/content'
import { paths } from '~/paths'
import { NewsCard } from '~/site/news-card'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'

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

function Tariff(figures: TariffFigures) {
  const i18n = useI18n()
  const { t, percent, amount } = i18n
  const { tariff, dailyPercent, extension, termDays, min, minEarns, ...rest } = figures
  const bounds = boundsText(i18n, figures, 'USDT')
  const name = planName(figures, i18n)
  const langOf = useTextLanguage()
  return (
    <li className={styles.column[tariff]}>
      <h3 className={styles.tariffName} lang={langOf(name)}>
        {name}
      </h3>
      {!rest.available && <Tag icon="lock">{t('site:home.closed')}</Tag>}
      <p className={styles.rate}>
        <span className={styles.percent}>{percent(dailyPercent)}</span> {t('site:home.perDay')}
      </p>
      {bounds && <p className={styles.bounds}>{bounds}</p>}
      <Terms first={termDays} second={extension?.days ?? 0} />
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
        {min !== null && minEarns !== null && (
          <div>
            <dt className={styles.term}>{t('site:home.result')}</dt>
            <dd>
              {t('site:home.resultText', {
                amount: amount(min, 'USDT'),
                earns: amount(minEarns, 'USDT'),
                count: termDays,
              })}
            </dd>
          </div>
        )}
        <div>
          <dt className={styles.term}>{t('common:risk.title')}</dt>
          <dd>{t('site:home.riskText')}</dd>
        </div>
        <div>
          <dt className={styles.term}>{t('site:home.currencies')}</dt>
          <dd>{rest.currencies.join(', ')}</dd>
        </div>
      </dl>
      {rest.available && (
        <p className={styles.choice}>
          <ButtonLink href={paths.newDeposit({ planId: rest.id })} className={styles.choiceLink}>
            {t('site:home.choose', { plan: name })}
          </ButtonLink>
        </p>
      )}
    </li>
  )
}

/**
 * Both terms as one line, whole while the money is locked, with the days at which something changes; the words below it
 * tell what.
 */
function Terms({ first, second }: { first: number; second: number }) {
  const whole = first + second
  const turn = `${(first / whole) * 100}%`
  return (
    <svg className={styles.track} aria-hidden="true" focusable="false">
      <line className={styles.locked} x1="0" x2={turn} y1="2" y2="2" />
      <text x="0" y="24">
        0
      </text>
      {second > 0 && (
        <>
          <line className={styles.open} x1={turn} x2="100%" y1="2" y2="2" />
          <text x={turn} y="24" textAnchor="middle">
            {first}
          </text>
        </>
      )}
      <text x="100%" y="24" textAnchor="end">
        {whole}
      </text>
    </svg>
  )
}

/**
 * The coins that rose and fell most in a day. @param leaders null if the rates are not known; undefined: the section
 * is omitted
 */
export function Leaders({ leaders }: { leaders: Both | null | undefined }) {
  const { t, dateTime } = useI18n()
  if (leaders === undefined) return null
  return (
    <Band id="leaders" title={t('site:leaders.title')} lead={t('site:leaders.lead')}>
      {leaders ? (
        <>
          <Columns gap={6}>
            <Side title={t('site:leaders.growth')} none={t('site:leaders.noGrowth')} coins={leaders.growth} />
            <Side
              title={t('site:leaders.decline')}
              none={t('site:leaders.noDecline')}
              coins={leaders.decline}
            />
          </Columns>
          {leaders.asOf && <Soft small>{t('site:leaders.asOf', { time: dateTime(leaders.asOf) })}</Soft>}
        </>
      ) : (
        <EmptyState title={t('site:leaders.none')}>{t('site:leaders.noneText')}</EmptyState>
      )}
    </Band>
  )
}

function Side({ title, none, coins }: { title: string; none: string; coins: readonly Leader[] }) {
  const { t, amount, percent } = useI18n()
  if (coins.length === 0)
    return (
      <div>
        <h3>{title}</h3>
        <p>{none}</p>
      </div>
    )
  return (
    <table className={narrowTable}>
      <caption className={styles.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('site:leaders.coin')}</th>
          <th scope="col">{t('site:leaders.price')}</th>
          <th scope="col">{t('site:leaders.change')}</th>
        </tr>
      </thead>
      <tbody>
        {coins.map(({ coin, title: name, rate, change24h }) => (
          <tr key={coin}>
            <th scope="row">
              <span className={styles.coin}>{coin}</span>{' '}
              {name !== null && name !== coin && <span className={styles.coinName}>{name}</span>}
            </th>
            <td>{amount(rate, 'USDT', { exact: true })}</td>
            <td className={styles.change}>
              {change24h.startsWith('-') ? '' : '+'}
              {percent(change24h)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Important news first, then the newest; nothing if there is no news. */
export function TopNews({ news }: { news: readonly NewsItem[] }) {
  const { t } = useI18n()
  if (news.length === 0) return null
  return (
    <Band id="news" depth="sunk" title={t('site:news.top')}>
      <Columns gap={6}>
        {news.map((item) => (
          <NewsCard key={item.id} item={item} />
        ))}
      </Columns>
      <p>
        <Link href={paths.news()}>{t('site:news.all')}</Link>
      </p>
    </Band>
  )
}
