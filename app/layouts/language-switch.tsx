import { useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { languages } from '~/contract/languages'
import { languageKey, languageNames } from '~/locale/languages'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { VisuallyHidden } from '~/ui/layout/layout'

/** Offers the other languages by their own names. It loads a new document, so it is a plain form. */
export function LanguageSwitch() {
  const i18n = useI18n()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={paths.language()}>
      <input type="hidden" name="redirectTo" value={withoutLanguage(pathname, search)} />
      {languages
        .filter((language) => language !== i18n.language)
        .map((language) => (
          <Button
            key={language}
            type="submit"
            name={languageKey}
            value={language}
            variant="quiet"
            size="small"
            icon="language"
          >
            <VisuallyHidden>{i18n.t('common:language.label')}: </VisuallyHidden>
            <span lang={language}>{languageNames[language]}</span>
          </Button>
        ))}
    </form>
  )
}

/** The page's address without the language that it may have named, which would win over the choice. */
function withoutLanguage(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete(languageKey)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
