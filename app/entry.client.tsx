import { StrictMode, startTransition, useEffect } from 'react'
import { RemixBrowser } from '@remix-run/react'
import { hydrateRoot } from 'react-dom/client'
import { isRouterReady } from '~/framework/router-state'
import { I18nProvider } from '~/locale/context'
import { createI18n } from '~/locale/create'
import { type Language, fallbackLanguage } from '~/contract/languages'
import { toLanguage } from '~/locale/languages'
import { type Texts } from '~/locale/compile'

/**
 * The page works before this runs. Its language and time zone come from the document; only that language is loaded.
 */
async function hydrate(): Promise<void> {
  addEventListener('popstate', followTheAddress)
  const { lang, dataset } = document.documentElement
  const language = toLanguage(lang) ?? fallbackLanguage
  const i18n = createI18n(language, await loadTexts(language), dataset.timeZone ?? 'UTC')
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
  // From the first render the router handles address changes; until then a page of another address must not be hydrated.
  if (!isRouterReady() && !isPageOfTheAddress()) throw untilThePageIsLeft
  useEffect(() => {
    removeEventListener('popstate', followTheAddress)
    for (const press of presses) removeEventListener(press, keepFromReact, true)
  }, [])
  return <RemixBrowser />
}

/**
 * Back or forward pressed before the router is ready changes only the address. The rendered page then belongs to
 * another address, so the right one is requested.
 */
function isPageOfTheAddress(): boolean {
  return document.documentElement.dataset.page === location.pathname + location.search
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
const presses = [
  ...['click', 'auxclick', 'dblclick', 'contextmenu', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...[
    'pointercancel',
    'touchstart',
    'touchend',
    'touchcancel',
    'keydown',
    'keypress',
    'keyup',
    'input',
    'change',
  ],
  ...['submit', 'reset', 'copy', 'cut', 'paste', 'textInput', 'compositionstart', 'compositionend'],
  ...['dragstart', 'dragend', 'drop'],
]

function keepFromReact(press: Event): void {
  press.stopPropagation()
}

/**
 * A browser that lacks what the scripts use, before Safari 15.4, keeps the page that the server sent; so does one that does not
 * get the texts.
 */
if ('at' in Array.prototype) hydrate().catch(() => {})
