import { FailedPanel } from '~/layouts/failed-panel'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'
import { type RankView } from './rank.server'

/** The rank that partners' turnover has reached, and how far it is to the next. */
export function Rank({ rank }: { rank: RankView | null }) {
  const { t } = useI18n()
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

function RankStatus({ rank, turnover, currency, next, held }: RankView) {
  const { t, amount } = useI18n()
  return (
    <div className={styles.standing}>
      <p className={styles.name}>
        {rank ? t(`partners:rank.name.${rank}`) : t('cabinet:dashboard.rank.none')}
      </p>
      <p>
        {t('cabinet:dashboard.rank.turnover')} <Amount value={turnover} currency={currency} />
      </p>
      {held !== null && (
        <p>
          {t('cabinet:dashboard.rank.held')} <Amount value={held} currency={currency} />{' '}
          <Link href={`${paths.referrals()}#held`}>{t('cabinet:dashboard.rank.heldMore')}</Link>
        </p>
      )}
      {next ? (
        <Progress
          value={next.done}
          max={1}
          label={t('cabinet:dashboard.rank.next', { rank: t(`partners:rank.name.${next.rank}`) })}
          rest={t('cabinet:dashboard.rank.missing', { amount: amount(next.left, currency) })}
        />
      ) : (
        <p>{t('cabinet:dashboard.rank.highest')}</p>
      )}
    </div>
  )
}
