import { createPath, matchRoutes } from '@remix-run/react'
import { followedCookie } from '~/session/followed-cookie'

/**
 * When the script of the next page can't be loaded, Remix reloads the page that the reader is on: what they typed is
 * gone, a link leads nowhere, and a form that was carried out shows its empty form again. The next page is loaded as a
 * document instead, as without scripts, for as long as this one is there. The browser fetches each script once, however
 * many ask for it.
 */
export function followWithoutScripts(): void {
  const router = window.__remixRouter
  // Unless it is cancelled, the reload is answered first where the browser is too busy to follow in time.
  const navigationApi = Reflect.get(window, 'navigation') as EventTarget | undefined
  navigationApi?.addEventListener('navigate', (one) => {
    const event = one as NavigateEvent
    if (event.navigationType === 'reload' && !event.userInitiated && router.state.navigation.location)
      event.preventDefault()
  })
  router.subscribe(({ navigation }) => {
    if (navigation.state !== 'loading') return
    const path = createPath(navigation.location)
    const follow = () => {
      const { location: next } = router.state.navigation
      if (!next || createPath(next) !== path) return
      // The message of success may have come with data that is of no use now: the server sends it again.
      document.cookie = `${followedCookie}=1; path=/; max-age=10; samesite=lax`
      location.assign(path)
    }
    for (const script of scriptsOf(path))
      // Browsers without the Navigation API begin to reload first: of two loads, they carry out the later.
      import(/* @vite-ignore */ script).catch(() => setTimeout(follow))
  })
}

/** What is used here of the Navigation API, which not every browser has. */
type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

/** The addresses of the scripts of a page's routes. */
function scriptsOf(path: string): string[] {
  const matches = matchRoutes(window.__remixRouter.routes, path) ?? []
  return matches.flatMap(({ route }) => window.__remixManifest.routes[route.id]?.module ?? [])
}
