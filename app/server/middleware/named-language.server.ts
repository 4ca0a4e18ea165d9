import { languageKey, toLanguage } from '~/locale/languages'
import { openCookieJar } from '~/session/cookies.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/**
 * A visit that begins at an address with a language stays in it: the language is kept for as long as the browser is open. Who has
 * chosen one before keeps the choice, and an answer that a cache has stored is the same with the cookie and without it. The
 * answer that sets the cookie is private (openCookieJar), so that no shared cache sets it for a reader with another choice.
 */
export const keepNamedLanguage =
  (isSecure: boolean): Middleware =>
  (req, res, next) => {
    if (req.method === 'GET' && req.url?.includes(`${languageKey}=`)) {
      const named = toLanguage(requestInfoOf(req).url.searchParams.get(languageKey))
      const jar = openCookieJar(req, res, isSecure)
      if (named && !toLanguage(jar.get(languageKey))) jar.set(languageKey, named)
    }
    next()
  }
