import { useI18n } from '~/locale/context'
import { type Leader, type Leaders as Both } from '~/site/leaders.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Columns, Soft } from '~/ui/layout/layout'
import { narrowTable } from '~/ui/table/narrow-table.css'
import { Band } from './band'
import * as styles from './leaders.css'

/** The coins that rose and fell most in a day. @param leaders null where the rates are not known */
export function Leaders({ leaders }: { leaders: Both | null }) {
  const { t, dateTime } = useI18n()
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
              {name !== coin && <span className={styles.name}>{name}</span>}
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
