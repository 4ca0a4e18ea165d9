import { newRequestId } from '~/session/request-info.server'
import { type AppLoadContext, type ServerBuild, createRequestHandler } from '@remix-run/node'
import { type BindContext } from '../context.server'
import { anonymousSession } from '~/session/anonymous-session.server'
import { type FailureKind } from '~/upstream/failure.server'
import { handlerByAddress } from '~/framework/build-parts.server'
import { type CookieJar, withoutCookies } from '~/session/cookies.server'
import { type Rendered } from './page-cache.server'
import { type PublicAddress } from './public-pages.server'

/** Answers of the upstream that are facts a page can state; any other failure leaves a hole in it. */
const facts = new Set<FailureKind>(['not_found', 'refused', 'forbidden', 'unauthorized'])

export interface PageRendererOptions {
  build: ServerBuild
  mode: 'development' | 'production'
  bindContext: BindContext
  publicOrigin: string
}

/**
 * Renders a public page without a visitor: no cookie but the language, no session, no address. A page that sets a
 * cookie, or uses a form token, belongs to one visitor and is not cached.
 */
export function createPageRenderer({ build, mode, bindContext, publicOrigin }: PageRendererOptions) {
  const handlerOf = handlerByAddress(build, (part) => createRequestHandler(part, mode))
  return async ({ href, language, offeredLanguage }: PublicAddress): Promise<Rendered> => {
    const url = new URL(href, publicOrigin)
    const marks = { isWhole: true, isPersonal: false }
    const personal = () => void (marks.isPersonal = true)
    const jar: CookieJar = { ...withoutCookies, set: personal }
    const id = newRequestId()
    const context: AppLoadContext = bindContext({
      requestInfo: { id, nonce: undefined, url, form: null, upload: null, address: null },
      session: anonymousSession(id, personal),
      jar,
      language,
      offeredLanguage,
      onUpstreamFailure: ({ kind }) => {
        if (!facts.has(kind)) marks.isWhole = false
      },
    })
    const response = await handlerOf(url.pathname)(new Request(url), context)
    const body = Buffer.from(await response.arrayBuffer())
    // Each encoding has a length of its own.
    const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, body, ...marks }
  }
}
