import { type ActionFunctionArgs, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'

/**
 * The framework matches against all the routes that it knows, several times a request. So each address is answered by
 * a build that contains only the routes that can match its first segments.
 */

/** How many segments of an address are compared. */
const depth = 2

/** A route, reduced to its address. */
interface Placed {
  id: string
  parentId?: string
  path?: string
}

/**
 * Returns the handler of an address without its query. Addresses that match the same routes share one, which is created
 * for the first of them.
 * @param make creates the handler from the part of the build with these routes
 */
export function handlerByAddress<Handler>(
  build: ServerBuild,
  make: (part: ServerBuild) => Handler,
): (path: string) => Handler {
  const idsOf = routesByAddress(build.routes)
  const handlers = new Map<ReadonlySet<string>, Handler>()
  return (path) => {
    const ids = idsOf(path)
    const handler = handlers.get(ids) ?? make(partOf(build, ids))
    handlers.set(ids, handler)
    return handler
  }
}

/** The ids of the routes that an address may match, with their parents. Equal sets share one object. */
export function routesByAddress(
  routes: Readonly<Record<string, Placed>>,
): (path: string) => ReadonlySet<string> {
  const patterns = Object.keys(routes).map((id) => ({ id, words: wordsOf(routes, id) }))
  const known = Array.from({ length: depth }, (_, at) => new Set(patterns.map(({ words }) => words[at])))
  const found = new Map<string, ReadonlySet<string>>()
  const sets = new Map<string, ReadonlySet<string>>()
  const all = new Set(Object.keys(routes))

  /** The same set for the same ids: there are more combinations of segments than answers. */
  function shared(ids: ReadonlySet<string>): ReadonlySet<string> {
    const name = [...ids].join(' ')
    const known = sets.get(name) ?? ids
    sets.set(name, known)
    return known
  }

  return (path) => {
    // What has to be decoded or joined first is left to the framework.
    if (/%|\/\/|^\/_root\.data$/.test(path)) return all
    const plain = path.toLowerCase().replace(/\.data$/, '')
    const segments = plain.split('/').slice(1, 1 + depth)
    const words = segments.map((word, at) => (known[at]?.has(word) ? word : ''))
    const key = words.join('/')
    const ids = found.get(key) ?? shared(withParents(routes, patterns.filter(fits(words))))
    found.set(key, ids)
    return ids
  }
}

/** The pattern of a route in lower case: the framework ignores case, too. */
function wordsOf(routes: Readonly<Record<string, Placed>>, id: string | undefined): string[] {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return []
  return [...wordsOf(routes, route.parentId), ...(route.path?.toLowerCase().split('/').filter(Boolean) ?? [])]
}

const fits =
  (requests: readonly string[]) =>
  ({ words }: { words: readonly string[] }) =>
    words.slice(0, depth).every((word, at) => /^[:*]|\?$/.test(word) || word === requests[at])

function withParents(
  routes: Readonly<Record<string, Placed>>,
  found: readonly Placed[],
): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { id } of found)
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) ids.add(at)
  return ids
}

function partOf(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

/** A loader or an action. */
export type RouteHandler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown

/** Returns a loader or an action that runs this one. */
type Wrap = (handler: RouteHandler) => RouteHandler

/** The build with each loader and action wrapped. */
export function wrapHandlers(build: ServerBuild, wrap: { loader: Wrap; action: Wrap }): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue
    const { loader, action } = route.module
    const wrapped = {
      ...(loader && { loader: wrap.loader(loader) as typeof loader }),
      ...(action && { action: wrap.action(action) as typeof action }),
    }
    routes[id] = { ...route, module: { ...route.module, ...wrapped } }
  }
  return { ...build, routes }
}
