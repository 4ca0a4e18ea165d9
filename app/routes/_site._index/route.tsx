import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskNotice } from '~/funds/risk-notice'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { waterline } from '~/ui/section/section.css'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { Hero } from './hero'
import * as styles from './home.css'
import { HowItWorks } from './how-it-works'
import { NotCovered } from './not-covered'
import { Tariffs } from './tariffs'
import { claimsOf, tariffFigures } from './tariffs.server'

export const handle: PageHandle = { title: 'site:home.page' }

const soon = { soon: true }

/** Every figure and every claim is the upstream's; a part that it does not answer soon is left out. */
export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const [plans, systems, limits, company, contacts, disclosures] = await Promise.all([
    publicPanel(upstream.settings.plans({}, soon)),
    publicPanel(upstream.settings.paymentSystems({}, soon)),
    publicPanel(setting(upstream, 'limits', soon)),
    publicPanel(setting(upstream, 'company', soon)),
    publicPanel(setting(upstream, 'contacts', soon)),
    publicPanel(setting(upstream, 'disclosures', soon)),
  ])
  const tariffs = plans && tariffFigures(plans.items)
  return {
    tariffs,
    claims: tariffs && claimsOf(tariffs),
    systems: systems?.items.filter(({ payment }) => payment.enabled) ?? [],
    minUsd: limits?.payment.minUsd ?? {},
    country: company?.country ?? null,
    contacts,
    disclosures,
  }
}

export default function Home() {
  const { tariffs, claims, systems, minUsd, country, contacts, disclosures } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <Hero claims={claims} country={country} contacts={contacts} />
      <RiskNotice />
      <section className={styles.section} aria-labelledby="tariffs">
        <header className={styles.sectionHead}>
          <h2 id="tariffs" className={waterline}>
            {t('site:home.tariffs')}
          </h2>
          {tariffs && <p>{t('site:home.tariffsText')}</p>}
        </header>
        <Tariffs tariffs={tariffs} />
      </section>
      <HowItWorks systems={systems} minUsd={minUsd} />
      {disclosures && <NotCovered disclosures={disclosures} />}
    </div>
  )
}
