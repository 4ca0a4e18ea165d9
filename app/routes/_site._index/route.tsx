import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { islandHref } from '~/site/islands/island.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { Calculator } from '~/site/calculator/calculator'
import { type CalculatorView, calculatorView } from '~/site/calculator/calculator.server'
import { leadersIn } from '~/site/leaders.server'
import { NotCovered, saysSomething } from '~/site/not-covered'
import { highlightsOf, tariffFigures } from '~/site/tariffs.server'
import { type NewsItem } from '~/contract/content'
import { partIfKept, publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { AboutUs, Band, Benefits, HowItWorks, HowWeEarn, WhyUs } from './sections'
import { Hero } from './hero'
import * as styles from './home.css'
import { Leaders, Tariffs, TopNews } from './offers'

export const handle: PageHandle = {
  title: titleBy<Data>('site:home.page', ({ calculator }, { t }) =>
    titleOf(t('site:home.page'), calculator?.isAnswer && titleOfAnswer(calculator)),
  ),
  description: 'site:home.leadPlain',
  query: ['coin', 'plan', 'amount', 'unit', 'by'],
}

type Data = Awaited<ReturnType<typeof loader>>

/** What the calculator was asked about. */
const titleOfAnswer = ({ request: { plan, amount, coin }, plans, problem }: CalculatorView): string =>
  titleOf(plans.find(({ id }) => id === plan)?.title, problem === null && `${amount} ${coin}`)

const soon = { soon: true }

/** Every figure and every highlight is the upstream's; a part that does not arrive soon is left out. */
export async function loader({ context: { upstream, url, i18n } }: LoaderFunctionArgs) {
  const [plans, rates, systems, limits, company, contacts, disclosures, news] = await Promise.all([
    publicPanel(upstream.settings.plans({}, soon)),
    partIfKept(upstream.user.exchangeRate({}, soon)),
    publicPanel(upstream.settings.paymentSystems({}, soon)),
    publicPanel(setting(upstream, 'limits', soon)),
    publicPanel(setting(upstream, 'company', soon)),
    publicPanel(setting(upstream, 'contacts', soon)),
    publicPanel(setting(upstream, 'disclosures', soon)),
    publicPanel(upstream.content.news({ sort: 'publishedAt', sortDir: 'desc', limit: 20 }, soon)),
  ])
  const tariffs = plans && tariffFigures(plans.items)
  return {
    calculator: plans && calculatorView(plans.items, rates?.items ?? null, url.searchParams, i18n),
    script: islandHref('calculator'),
    tariffs,
    highlights: tariffs && highlightsOf(tariffs),
    systems: systems?.items.filter(({ payment }) => payment.enabled) ?? [],
    minUsd: limits?.payment.minUsd ?? {},
    country: company?.country ?? null,
    contacts,
    disclosures,
    leaders: rates === undefined ? undefined : leadersIn(rates && rates.items),
    news: topOf(news?.items ?? [], 3),
  }
}

export default function Home() {
  const { calculator, script, tariffs, highlights, ...page } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <Hero highlights={highlights} country={page.country} contacts={page.contacts}>
        <Calculator view={calculator} script={script} />
      </Hero>
      <Band id="tariffs" title={t('site:home.tariffs')} lead={tariffs && t('site:home.tariffsText')}>
        <Tariffs tariffs={tariffs} />
      </Band>
      <HowItWorks systems={page.systems} minUsd={page.minUsd} />
      <AboutUs />
      <Benefits currencies={calculator?.coins ?? []} />
      <HowWeEarn />
      <WhyUs />
      {page.disclosures && saysSomething(page.disclosures) && (
        <Band
          id="cover"
          depth="shallow"
          title={t('site:home.notCovered')}
          lead={t('site:home.notCoveredText')}
        >
          <NotCovered {...page.disclosures} />
        </Band>
      )}
      <Leaders leaders={page.leaders} />
      <TopNews news={page.news} />
    </div>
  )
}

/** Important news first, then the newest. @param newest newest first */
function topOf(newest: readonly NewsItem[], count: number): NewsItem[] {
  return [...newest.filter(({ top }) => top), ...newest.filter(({ top }) => !top)].slice(0, count)
}
