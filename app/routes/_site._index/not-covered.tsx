import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/i18n/context'
import { waterline } from '~/ui/section/section.css'
import * as styles from './home.css'

type Disclosures = SettingValue<'disclosures'>

/** What stands behind the money, each with who and where it is written; and first what does not. */
export function NotCovered({
  disclosures: { notCovered, guarantee, insurance },
}: {
  disclosures: Disclosures
}) {
  const { t } = useI18n()
  if (notCovered.length === 0 && !guarantee && !insurance) return null
  return (
    <section className={styles.section} aria-labelledby="cover">
      <header className={styles.sectionHead}>
        <h2 id="cover" className={waterline}>
          {t('site:home.notCovered')}
        </h2>
        <p>{t('site:home.notCoveredText')}</p>
      </header>
      {notCovered.length > 0 && (
        <ul className={styles.reading}>
          {notCovered.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {guarantee && <Substantiated title={t('site:home.guarantee')} {...guarantee} />}
      {insurance && <Substantiated title={t('site:home.insurance')} {...insurance} />}
    </section>
  )
}

function Substantiated({
  title,
  text,
  provider,
  document,
}: NonNullable<Disclosures['guarantee']> & { title: string }) {
  const { t } = useI18n()
  return (
    <div className={styles.reading}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p>
        {t('site:home.by', { provider })}.{' '}
        <a href={document} rel="noopener noreferrer">
          {t('site:home.document')}
        </a>
      </p>
    </div>
  )
}
