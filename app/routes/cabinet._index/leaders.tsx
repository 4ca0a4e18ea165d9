import { FailedPanel } from '~/layouts/failed-panel'
import { useI18n } from '~/locale/context'
import { type Leader, type Leaders as Both } from '~/site/leaders.server'
import { Columns, Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'

/** The coins that rose and fell most in a day. @param leaders null where the rates could not be asked for */
export function Leaders({ leaders }: { leaders: Both | null }) {
  const { t, dateTime } = useI18n()
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
                {coin} {name !== coin && <span className={styles.soft}>{name}</span>}
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
