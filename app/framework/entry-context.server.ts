import { type EntryContext } from '@remix-run/node'
import { type PageHandle } from './page'

/** What the server's entry needs of the page that it renders, read from the framework's context of the request. */
interface RenderedPage {
  /** The routes of the page, from the root on. */
  routeIds: string[]
  /** False if the `handle` of one of its routes says that it needs no scripts. */
  hasScripts: boolean
  /** What the action returned; null where none ran. */
  reply: unknown
  /** What a loader, an action or a component threw, and an error boundary shows. */
  error: unknown
}

export function renderedPage({ staticHandlerContext, routeModules }: EntryContext): RenderedPage {
  const { actionData, errors, matches } = staticHandlerContext
  const routeIds = matches.map(({ route }) => route.id)
  const handles = routeIds.map((id) => routeModules[id]?.handle as PageHandle | undefined)
  return {
    routeIds,
    hasScripts: handles.every((handle) => handle?.scripts !== false),
    reply: Object.values(actionData ?? {})[0] ?? null,
    error: Object.values(errors ?? {})[0],
  }
}

/** Headers that a loader or an action set on its answer. A page without its own `headers` export would lose them. */
export function passOnHeaders(
  headers: Headers,
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
): void {
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)])
    for (const name of ['Retry-After', 'Allow', 'Refresh']) {
      const value = routeHeaders.get(name)
      if (value) headers.set(name, value)
    }
}

/**
 * Reads the loaders' data, as they are encoded for the browser, to their end before the page is rendered. The framework
 * would render a gap for them, and fill it by a script of React's once they have been read: only a stream can do that.
 */
export async function gatherData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  let value = ''
  for (let read = await reader.read(); !read.done; read = await reader.read())
    value += decoder.decode(read.value, { stream: true })
  reader.releaseLock()
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) }
}
