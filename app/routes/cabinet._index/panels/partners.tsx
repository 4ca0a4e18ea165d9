import { FailedPanel } from '~/layouts/banners'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'
import { type RankView } from '../overview.server'
import { type Leader, type Leaders as Both } from '~/site/leaders.server'
import { Columns, Soft } from '~/ui/layout/layout'

/**
 * The rank that partners' turnover has reached, and the distance to the next.
 * @param rank null if it could not be read; undefined if this upstream has none
 */
export function Rank({ rank }: { rank: RankView | null | undefined }) {
  const { t } = useI18n()
  if (rank === undefined || (rank && rank.rank === null && rank.turnover === null)) return null
  return (
    <Section
      id="rank"
      title={t('cabinet:dashboard.rank.title')}
      aside={<Link href={paths.referrals()}>{t('cabinet:dashboard.rank.more')}</Link>}
    >
      {rank ? <RankStatus {...rank} /> : <FailedPanel />}
    </Section>
  )
}

function RankStatus({ rank, turnover, currency, next, held, isHighest }: RankView) {
  const { t, amount } = useI18n()
  return (
    <div className={styles.status}>
      <p className={styles.name}>
        {rank ? t(`partners:rank.name.${rank}`) : t('cabinet:dashboard.rank.none')}
      </p>
      {turnover !== null && (
        <p>
          {t('cabinet:dashboard.rank.turnover')} <Amount value={turnover} currency={currency} />
        </p>
      )}
      {held !== null && (
        <p>
          {t('cabinet:dashboard.rank.held')} <Amount value={held} currency={currency} />{' '}
          <Link href={`${paths.referrals()}#held`}>{t('cabinet:dashboard.rank.heldMore')}</Link>
        </p>
      )}
      {next && (
        <Progress
          value={next.done}
          max={1}
          label={t('cabinet:dashboard.rank.next', { rank: t(`partners:rank.name.${next.rank}`) })}
          rest={t('cabinet:dashboard.rank.missing', { amount: amount(next.left, currency) })}
        />
      )}
      {isHighest && <p>{t('cabinet:dashboard.rank.highest')}</p>}
    </div>
  )
}

/**
 * The coins that rose and fell most in a day. @param leaders null if the rates could not be read; undefined: the
 * section is omitted
 */
export function Leaders({ leaders }: { leaders: Both | null | undefined }) {
  const { t, dateTime } = useI18n()
  if (leaders === undefined) return null
  return (
    <Section id="leaders" title={t('cabinet:dashboard.leaders.title')}>
      {leaders ? (
        <>
          <Columns gap={6}>
            <Side title={t('cabinet:dashboard.leaders.growth')} coins={leaders.growth} />
            <Side title={t('cabinet:dashboard.leaders.decline')} coins={leaders.decline} />
          </Columns>
          {leaders.asOf && <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(leaders.asOf) })}</Soft>}
        </>
      ) : (
        <FailedPanel />
      )}
    </Section>
  )
}

function Side({ title, coins }: { title: string; coins: readonly Leader[] }) {
  const { t, amount, percent } = useI18n()
  return (
    <div>
      <h3 className={styles.name}>{title}</h3>
      {coins.length === 0 ? (
        <Soft>{t('cabinet:dashboard.leaders.none')}</Soft>
      ) : (
        <ol role="list">
          {coins.map(({ coin, title: name, rate, change24h }) => (
            <li key={coin} className={styles.leader}>
              <span className={styles.coin}>
                {coin} {name !== null && name !== coin && <span className={styles.soft}>{name}</span>}
              </span>
              <span>{amount(rate, 'USDT', { exact: true })}</span>
              <span className={styles.change}>
                {change24h.startsWith('-') ? '' : '+'}
                {percent(change24h)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
