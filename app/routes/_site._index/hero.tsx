import { type ReactNode } from 'react'
import { type SettingValue } from '~/contract/settings'
import { planName } from '~/investments/names'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { type Highlights } from '~/site/tariffs.server'
import { ButtonLink } from '~/ui/button/button'
import { Link } from '~/ui/link/link'
import * as styles from './home.css'
import { WaterEdge } from './water'

interface HeroProps {
  highlights: Highlights | null
  country: string | null
  contacts: SettingValue<'contacts'> | null
  /** What floats on the water below the words. */
  children: ReactNode
}

/**
 * The product, its audience and its risk in one sentence, above the water; in it what a deposit may bring beside what it may cost, at
 * the same size.
 */
export function Hero({ highlights, country, contacts, children }: HeroProps) {
  const { t } = useI18n()
  return (
    <div>
      <div className={styles.heroText}>
        <h1 className={styles.title}>{t('site:home.title')}</h1>
        <p className={styles.lead}>
          {highlights?.termDays
            ? t('site:home.lead', { count: highlights.termDays })
            : t('site:home.leadPlain')}
        </p>
        <div className={styles.actions}>
          <ButtonLink href={paths.register()} variant="primary">
            {t('site:home.start')}
          </ButtonLink>
          <Link href={paths.risk()}>{t('site:home.readRisk')}</Link>
        </div>
      </div>
      <WaterEdge at="shore" />
      <div className={styles.shallows}>
        {highlights && <RateAndRisk {...highlights} />}
        <RiskAlert />
        <Company country={country} contacts={contacts} />
      </div>
      <WaterEdge at="drop" />
      <div className={styles.deeps}>{children}</div>
    </div>
  )
}

function RateAndRisk({ highestPercent, example }: Highlights) {
  const i18n = useI18n()
  const { t, percent, amount } = i18n
  return (
    <dl className={styles.facts}>
      <Fact term={t('site:home.perDay')}>{t('site:home.upTo', { percent: percent(highestPercent) })}</Fact>
      <Fact term={t('site:home.mayLose')}>{t('site:home.upTo', { percent: percent('100') })}</Fact>
      {example && (
        <Fact term={t('site:home.example', { plan: planName(example.plan, i18n), count: example.days })}>
          {amount(example.amount, 'USDT')}
          <span>+{amount(example.earns, 'USDT')}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factTerm}>{term}</dt>
      <dd className={styles.factFigure}>{children}</dd>
    </div>
  )
}

/** Each only where it is known. */
function Company({ country, contacts }: Pick<HeroProps, 'country' | 'contacts'>) {
  const { t } = useI18n()
  const support =
    contacts?.hours && contacts.messenger
      ? t('site:home.supportText', { hours: contacts.hours, messenger: contacts.messenger.name })
      : null
  if (!country && !support) return null
  return (
    <p className={styles.company}>
      {country && <span>{t('site:home.registeredIn', { country })}</span>}
      {support && <span>{t('site:home.support', { support })}</span>}
    </p>
  )
}
