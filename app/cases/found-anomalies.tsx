import { type Anomaly } from '~/contract/extensions/operator/anomalies'
import { useI18n } from '~/locale/context'

/** Why a withdrawal is held, each rule with what it counted. */
export function Found({ found }: { found: readonly Anomaly[] }) {
  const { t, amount, percent } = useI18n()
  return found.map(({ rule, percent: share, worth, largest, ...counts }) => (
    <p key={rule}>
      {t(`operator:anomalies.rule.${rule}`, {
        ...counts,
        percent: share === undefined ? '' : percent(share),
        worth: worth === undefined ? '' : amount(worth, 'USDT'),
        largest: largest === undefined ? '' : amount(largest, 'USDT'),
      })}
    </p>
  ))
}
