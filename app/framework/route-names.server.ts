import { type ServerBuild } from '@remix-run/node'

/**
 * The route of an address as a name: its pattern, such as `/news/:id`. There are as many names as routes, whatever
 * addresses are asked for. The router's package is loaded only where names are wanted.
 * @returns the pattern of a path without its query, or null where no route has it
 */
export async function routeNames({
  routes,
}: Pick<ServerBuild, 'routes'>): Promise<(path: string) => string | null> {
  const { default: findMyWay } = await import('find-my-way')
  const router = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 4096 })
  const patterns = new Set(Object.keys(routes).map((id) => patternOf(routes, id)))
  for (const pattern of patterns) router.on('GET', asRouted(pattern), () => {}, { pattern })
  return (path) => {
    const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '')
    const found = router.find('GET', page)
    return (found?.store as { pattern: string } | undefined)?.pattern ?? null // stored above
  }
}

function patternOf(routes: ServerBuild['routes'], id: string): string {
  const parts: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path)
  return `/${parts.join('/')}`
}

/** Colons and brackets have a meaning of their own to the router; only a parameter's colon is meant here. */
const asRouted = (pattern: string): string => pattern.replace(/(?<!\/):/g, '::')
