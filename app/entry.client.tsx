import { StrictMode, startTransition, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { RemixBrowser } from '@remix-run/react'
import { hydrateRoot } from 'react-dom/client'
import { followWithoutScripts } from '~/framework/lost-scripts'
import { isRouterReady } from '~/framework/router-state'
import { I18nProvider } from '~/locale/context'
import { createI18n } from '~/locale/create'
import { type Language, fallbackLanguage } from '~/contract/languages'
import { toLanguage } from '~/locale/languages'
import { type Texts } from '~/locale/compile'

const { lang, dataset } = document.documentElement

/**
 * The page works before this runs. Its language and time zone come from the document; only that language is loaded.
 */
async function hydrate(): Promise<void> {
  addEventListener('popstate', followTheAddress)
  const language = toLanguage(lang) ?? fallbackLanguage
  const i18n = createI18n(language, await loadTexts(language), dataset.timeZone!)
  if (!isPageOfTheAddress()) return followTheAddress()
  for (const press of presses) addEventListener(press, keepFromReact, true)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider value={i18n}>
          <Hydrated />
        </I18nProvider>
      </StrictMode>,
    )
  })
}

/** Loads the cabinet's texts of one language into the browser; no other language comes along. */
async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = await (language === 'en' ? import('~/locale/texts.en') : import('~/locale/texts.ru'))
  return texts
}

const untilThePageIsLeft = new Promise<never>(() => {})

function Hydrated() {
  // When hydration fails, React renders the page anew, and what is typed there and has the focus is lost. The page that
  // the server sent is kept instead, and works as without scripts. React reads the last function in hydration alone.
  const isKept = useSyncExternalStore(
    () => () => {},
    () => 'scripted' in dataset,
    () => true,
  )
  if (!isKept) throw untilThePageIsLeft
  // From the first render the router handles address changes; until then a page of another address must not be hydrated.
  if (!isRouterReady() && !isPageOfTheAddress()) throw untilThePageIsLeft
  useLayoutEffect(() => {
    dataset.scripted = ''
  }, [])
  useEffect(() => {
    removeEventListener('popstate', followTheAddress)
    for (const press of presses) removeEventListener(press, keepFromReact, true)
    followWithoutScripts()
  }, [])
  return <RemixBrowser />
}

/**
 * Back or forward pressed before the router is ready changes only the address. The rendered page then belongs to
 * another address, so the right one is requested.
 */
function isPageOfTheAddress(): boolean {
  return dataset.page === location.pathname + location.search
}

function followTheAddress(event?: PopStateEvent): void {
  if (isPageOfTheAddress()) return
  // A router that is ready while the page is still being hydrated would render another page than the document has.
  event?.stopImmediatePropagation()
  location.reload()
}

/**
 * The router's first render waits for the state that came with the page. A click in that moment makes React hydrate
 * synchronously, which fails (its error 345). So until the router is ready, the browser follows links and sends forms
 * as it does without scripts.
 */
const presses = ['textInput', 'compositionstart', 'compositionend']
// What a document may have a handler for: `onclick` and the like.
for (const name in document) if (/^on/.test(name)) presses.push(name.slice(2))

function keepFromReact(press: Event): void {
  press.stopPropagation()
}

/**
 * A browser that lacks what the scripts use, before Safari 15.4, keeps the page that the server sent; so does one that does not
 * get the texts.
 */
if ('at' in Array.prototype) hydrate().catch(() => {})
