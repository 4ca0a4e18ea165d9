import { type ReactNode } from 'react'
import { type SettingValue } from '~/contract/settings'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { type Highlights } from '~/site/tariffs.server'
import { ButtonLink } from '~/ui/button/button'
import * as styles from './home.css'

interface HeroProps {
  highlights: Highlights | null
  country: string | null
  contacts: SettingValue<'contacts'> | null
  /** The picture below the words. */
  children: ReactNode
}

/**
 * The product, its audience and its risk in one sentence; highlights, each only if there is data; the risk warning.
 */
export function Hero({ highlights, country, contacts, children }: HeroProps) {
  const { t, percent, amount } = useI18n()
  return (
    <div className={styles.hero}>
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
          <ButtonLink href={paths.risk()}>{t('site:home.readRisk')}</ButtonLink>
        </div>
      </div>
      <div className={styles.heroFacts}>
        <RiskAlert />
        <dl className={styles.facts}>
          {highlights && (
            <>
              <Fact term={t('site:home.factPercent')} figure>
                {t('site:home.upTo', { percent: percent(highlights.highestPercent) })}
              </Fact>
              {highlights.lowestMin !== null && (
                <Fact term={t('site:home.factMin')} figure>
                  {t('site:home.from', { amount: amount(highlights.lowestMin, 'USDT') })}
                </Fact>
              )}
            </>
          )}
          {contacts?.hours && contacts.messenger && (
            <Fact term={t('site:home.factSupport')}>
              {t('site:home.supportText', { hours: contacts.hours, messenger: contacts.messenger.name })}
            </Fact>
          )}
          {country && <Fact term={t('site:home.factCountry')}>{country}</Fact>}
        </dl>
      </div>
      <div className={styles.heroPicture}>{children}</div>
    </div>
  )
}

function Fact({ term, figure, children }: { term: string; figure?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factTerm}>{term}</dt>
      <dd className={figure ? styles.factFigure : styles.factText}>{children}</dd>
    </div>
  )
}
