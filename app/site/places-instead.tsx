import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { insidePlaces, mainPlaces } from './places'
import * as styles from './places-instead.css'

/** The pages that most visitors look for, of the site and behind the sign-in, each with what it is about. */
export function PlacesInstead() {
  const { t } = useI18n()
  const places = [
    ...mainPlaces.map(({ href, name }) => ({
      href,
      title: t(`site:${name}.title`),
      text: t(`site:${name}.lead`),
    })),
    ...insidePlaces
      .filter(({ href }) => ofMostVisitors.includes(href))
      .map(({ href, title, text }) => ({ href, title: t(title), text: t(text) })),
  ]
  return (
    <nav className={styles.places} aria-labelledby="instead">
      <h2 id="instead" className={styles.title}>
        {t('site:search.instead')}
      </h2>
      <ul role="list" className={styles.list}>
        {places.map(({ href, title, text }) => (
          <li key={href} className={styles.place}>
            <Link href={href}>{title}</Link>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ofMostVisitors: readonly string[] = [
  paths.login(),
  paths.topUps(),
  paths.deposits(),
  paths.withdrawals(),
  paths.operations(),
]
