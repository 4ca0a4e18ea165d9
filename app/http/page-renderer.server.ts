import { randomBytes } from 'node:crypto'
import { type AppLoadContext, type ServerBuild, createRequestHandler } from '@remix-run/node'
import { type BindContext } from '~/context.server'
import { visitorOfNone } from '~/session/nobody.server'
import { type FailureKind } from '~/upstream/failure.server'
import { type CookieJar } from './cookies.server'
import { type Rendered } from './page-cache.server'
import { type PublicAddress, publicLayout } from './public-pages.server'

/** Answers of the upstream that are facts a page can state; any other failure leaves a hole in it. */
const facts = new Set<FailureKind>(['not_found', 'refused', 'forbidden', 'unauthorized'])

export interface PageRendererOptions {
  build: ServerBuild
  mode: 'development' | 'production'
  bindContext: BindContext
  publicOrigin: string
}

/**
 * Renders a public page for nobody: no cookie but the language's word, no session, no address. A page that wants to
 * set a cookie, or a form's token, has shown that it is somebody's.
 */
export function createPageRenderer({ build, mode, bindContext, publicOrigin }: PageRendererOptions) {
  const handlers = new Map<string, ReturnType<typeof createRequestHandler>>()
  const handlerOf = (routeId: string) => {
    const handler = handlers.get(routeId) ?? createRequestHandler(ofOnePage(build, routeId), mode)
    handlers.set(routeId, handler)
    return handler
  }
  return async ({ routeId, href, language }: PublicAddress): Promise<Rendered> => {
    const url = new URL(href, publicOrigin)
    const marks = { isWhole: true, isPersonal: false }
    const personal = () => void (marks.isPersonal = true)
    const jar: CookieJar = { get: () => undefined, set: personal, clear: () => {} }
    const id = randomBytes(12).toString('base64url')
    const context: AppLoadContext = bindContext({
      visit: { id, nonce: undefined, url, form: null, upload: null, address: null },
      session: visitorOfNone(id, personal),
      jar,
      language,
      onUpstreamFailure: ({ kind }) => {
        if (!facts.has(kind)) marks.isWhole = false
      },
    })
    const response = await handlerOf(routeId)(new Request(url), context)
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body, ...marks }
  }
}

/** The build with the routes of one page alone: the framework goes through all that there are, several times a request. */
function ofOnePage(build: ServerBuild, routeId: string): ServerBuild {
  const of = new Set(['root', publicLayout, routeId])
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => of.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}
