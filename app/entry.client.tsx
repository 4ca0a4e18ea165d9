import { StrictMode, startTransition, useEffect } from 'react'
import { RemixBrowser } from '@remix-run/react'
import { hydrateRoot } from 'react-dom/client'
import { routerStands } from '~/framework/router-state'
import { I18nProvider } from '~/locale/context'
import { createI18n } from '~/locale/create'
import { fallbackLanguage } from '~/contract/languages'
import { toLanguage } from '~/locale/languages'
import { loadTexts } from '~/locale/load'

/** The page works before this runs. The document says its language and zone; only that language is loaded. */
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

const untilThePageIsLeft = new Promise<never>(() => {})

function Hydrated() {
  // From the first render on the address is the router's affair; until then the old page must not be hydrated.
  if (!routerStands() && !isPageOfTheAddress()) throw untilThePageIsLeft
  useEffect(() => {
    removeEventListener('popstate', followTheAddress)
    for (const press of presses) removeEventListener(press, keepFromReact, true)
  }, [])
  return <RemixBrowser />
}

/**
 * Back or forward, pressed before the router stands, moves the address and nothing else: what the server rendered
 * is then another page than the one that would be hydrated, and the page of the address has to be asked for.
 */
function isPageOfTheAddress(): boolean {
  return document.documentElement.dataset.page === location.pathname + location.search
}

function followTheAddress(): void {
  if (!isPageOfTheAddress()) location.reload()
}

/**
 * The first render of the router waits for the state that came with the page. A press within that moment makes React
 * want the whole page at once, and it gives up (its error 345): so until the router stands, presses are the browser's
 * alone, which follows links and sends forms as it does without scripts.
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

void hydrate()
