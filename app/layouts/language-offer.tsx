import { useLocation } from '@remix-run/react'
import { type Language } from '~/contract/languages'
import { languageKey, languageOffers } from '~/locale/languages'
import * as styles from './language-offer.css'

/**
 * One line on top, in the language that the reader's browser asks for, where the page is in another. The visit stays in
 * the language of the link.
 */
export function LanguageOffer({ language }: { language: Language | null }) {
  const { pathname, search } = useLocation()
  if (!language) return null
  const query = new URLSearchParams(search)
  query.set(languageKey, language)
  return (
    <nav lang={language} className={styles.bar} aria-label={languageOffers[language]}>
      <a href={`${pathname}?${query}`} hrefLang={language}>
        {languageOffers[language]}
      </a>
    </nav>
  )
}
