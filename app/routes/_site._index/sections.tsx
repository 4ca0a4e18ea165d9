import { type ReactNode } from 'react'
import { cx } from '~/ui/theme/cx'
import { waterline } from '~/ui/section/section.css'
import * as styles from './home.css'
import { systemName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Columns, Stack } from '~/ui/layout/layout'
import { type PaymentSystem } from '~/contract/settings'

interface BandProps {
  id: string
  title: string
  lead?: ReactNode
  /** The depth of the section; the surface by default. */
  depth?: keyof typeof styles.band
  children: ReactNode
}

/** A section of the home page, from one side of the window to the other. */
export function Band({ id, title, lead, depth, children }: BandProps) {
  return (
    <section className={cx(styles.section, depth && styles.band[depth])}>
      <header className={styles.sectionHead}>
        <h2 id={id} className={waterline}>
          {title}
        </h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  )
}

interface PointsProps {
  items: readonly { title: string; text: string }[]
}

/** A few things of equal weight, side by side if there is room; five as three and two. */
function Points({ items }: PointsProps) {
  const layout =
    items.length === 5
      ? { list: styles.fivePoints, item: styles.pointOfFive }
      : { list: styles.points, item: styles.point }
  return (
    <ul role="list" className={layout.list}>
      {items.map(({ title, text }) => (
        <li key={title} className={layout.item}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** The company in short; its own page has the whole text. */
export function AboutUs() {
  const { t } = useI18n()
  return (
    <Band id="about" title={t('site:about.title')} lead={t('site:about.lead')}>
      <div className={styles.reading}>
        <h3>{t('site:about.mission')}</h3>
        <p>{t('site:about.missionText')}</p>
        <p>
          <Link href={paths.about()}>{t('site:home.moreAbout')}</Link>
        </p>
      </div>
    </Band>
  )
}

const places = [1, 2, 3] as const

/** Reasons for and against, at the same size. */
export function WhyUs() {
  const { t } = useI18n()
  return (
    <Band id="why" title={t('site:why.title')} lead={t('site:why.lead')}>
      <Columns gap={6}>
        {(['for', 'against'] as const).map((side) => (
          <Stack key={side} gap={3}>
            <h3>{t(`site:why.${side}`)}</h3>
            <ul>
              {places.map((place) => (
                <li key={place}>{t(`site:why.${side}${place}`)}</li>
              ))}
            </ul>
          </Stack>
        ))}
      </Columns>
    </Band>
  )
}

/** @param currencies those that a deposit can be opened in now; empty where that is not known */
export function Benefits({ currencies }: { currencies: readonly string[] }) {
  const { t } = useI18n()
  const choice =
    currencies.length > 1
      ? t('site:benefits.choiceText', { currencies: currencies.join(', ') })
      : t('site:benefits.choicePlain')
  return (
    <Band id="benefits" title={t('site:benefits.title')}>
      <Points
        items={[
          { title: t('site:benefits.daily'), text: t('site:benefits.dailyText') },
          { title: t('site:benefits.choice'), text: choice },
          { title: t('site:benefits.terms'), text: t('site:benefits.termsText') },
          { title: t('site:benefits.light'), text: t('site:benefits.lightText') },
        ]}
      />
    </Band>
  )
}

interface HowItWorksProps {
  systems: PaymentSystem[]
  /** The least that can be withdrawn, in USD by payment system. */
  minUsd: Record<string, string>
}

/** Top-up and withdrawal, at the same size, with what a withdrawal costs and requires. */
export function HowItWorks({ systems, minUsd }: HowItWorksProps) {
  const { t } = useI18n()
  const hours = Math.max(0, ...systems.map(({ payment }) => payment.hours))
  return (
    <Band id="how" depth="sunk" title={t('site:home.how')}>
      <ol role="list" className={styles.steps}>
        {([1, 2, 3, 4, 5] as const).map((step) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.stepTitle}>{t(`site:home.how${step}`)}</h3>
            <p>{t(`site:home.how${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <div className={styles.minimums}>
        {hours > 0 && <p>{t('site:home.outHours', { count: hours })}</p>}
        <Minimums systems={systems} minUsd={minUsd} />
      </div>
    </Band>
  )
}

function Minimums({ systems, minUsd }: HowItWorksProps) {
  const { t, amount } = useI18n()
  return (
    <ul role="list" className={styles.minimumsList}>
      {systems.map((system) => {
        const min = minUsd[system.id]
        const network = system.network ?? systemName(system)
        return (
          min && <li key={system.id}>{t('site:home.outMin', { network, amount: amount(min, 'USD') })}</li>
        )
      })}
    </ul>
  )
}

const works = ['rounds', 'trading', 'making', 'mining', 'consulting'] as const

/** Where the income of deposits comes from, each kind of work with how it can fail. */
export function HowWeEarn() {
  const { t } = useI18n()
  return (
    <Band id="earn" depth="deep" title={t('site:earn.title')} lead={t('site:earn.lead')}>
      <Points
        items={works.map((work) => ({ title: t(`site:earn.${work}`), text: t(`site:earn.${work}Text`) }))}
      />
    </Band>
  )
}
