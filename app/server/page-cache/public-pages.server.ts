import { type IncomingHttpHeaders } from 'node:http'
import { type Language } from '~/contract/languages'
import { languageKey, languageOf, toLanguage } from '~/locale/languages'
import { offeredLanguage } from '~/locale/offered-language.server'
import { type PageHandle } from '~/framework/page'

/**
 * Which addresses are public pages: those of the routes inside the public layout, so that a new page is included
 * automatically. The cache key is the path, the language, the one that is offered instead, and the query parameters that
 * the page's own `handle.query` names. Other parameters, such as those of a campaign, change nothing: they get the cached page.
 */

/** The layout whose pages are the same for all readers. */
export const publicLayout = 'routes/_site'

/** The used fields of a route, which the build and `remix routes --json` share. */
export interface PublicRoute {
  parentId?: string
  path?: string
  index?: boolean
  module?: { default?: unknown; handle?: unknown }
}

/** One answer that may be cached. */
export interface PublicAddress {
  /** Bounded in length: a known path, known words, a language. */
  key: string
  /** Path and query, as the page is rendered for. */
  href: string
  language: Language
  /** The language that the page offers to read it in; null where it offers none. */
  offeredLanguage: Language | null
  /** The address itself names the language, so that no cookie plays a part. */
  namesLanguage: boolean
  /** With words of the query: there can be any number of them. */
  hasQuery: boolean
  /** A part of the path is the route's parameter, such as an id, which may not exist. */
  hasParameter: boolean
}

/** What of a request decides which languages it is about. */
export type LanguageHeaders = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>

interface PublicPage {
  segments: string[]
  query: readonly string[]
}

const maxWord = 64

/** @returns the public page of a request, or null */
export function publicPages(
  routes: Readonly<Record<string, PublicRoute | undefined>>,
): (url: string, headers: LanguageHeaders) => PublicAddress | null {
  const pages = publicRoutes(routes).map(([path, route]) => ({
    segments: segmentsOf(path),
    query: (route.module?.handle as PageHandle | undefined)?.query ?? [],
  }))
  const fixed = new Map(pages.filter(isFixed).map((page) => [`/${page.segments.join('/')}`, page]))
  const patterns = pages.filter((page) => !isFixed(page))

  return (url, headers) => {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const page = fixed.get(path) ?? patterns.find(({ segments }) => matches(segments, path))
    return page ? addressOf(page, path, end < 0 ? '' : url.slice(end + 1), headers) : null
  }
}

/** The public pages by their path patterns, such as `/news/:id`, with their ids. */
export function publicRoutes<Route extends PublicRoute>(
  routes: Readonly<Record<string, Route | undefined>>,
): [path: string, route: Route, id: string][] {
  return Object.entries(routes).flatMap(([id, route]) => {
    if (!route || route.parentId !== publicLayout) return []
    if (route.module && !route.module.default) return [] // no page: a file, or a form's address
    const path = `/${route.path ?? ''}`
    if (/[?*]/.test(path)) throw new Error(`${path}: a public page has one plain path`)
    return [[path, route, id]]
  })
}

function addressOf(
  { segments, query: allowedNames }: PublicPage,
  path: string,
  search: string,
  headers: LanguageHeaders,
): PublicAddress | null {
  const language = languageOf(search, headers.cookie)
  const offered = offeredLanguage(language, search, headers)
  const keyOf = (href: string) => `${language}${offered ? `+${offered}` : ''} ${href}`
  const hasParameter = !isFixed({ segments })
  if (!search)
    return {
      key: keyOf(path),
      href: path,
      language,
      offeredLanguage: offered,
      namesLanguage: false,
      hasQuery: false,
      hasParameter,
    }

  const given = [...new URLSearchParams(search)].filter(
    ([name]) => name === languageKey || allowedNames.includes(name),
  )
  const names = new Set(given.map(([name]) => name))
  if (names.size !== given.length) return null
  const isBounded = given.every(
    ([name, value]) => value.length <= maxWord && (name !== languageKey || toLanguage(value)),
  )
  if (!isBounded) return null
  const namesLanguage = names.has(languageKey)
  const words = given.filter(([name]) => name !== languageKey).sort(([a], [b]) => (a < b ? -1 : 1))
  const query = new URLSearchParams(namesLanguage ? [...words, [languageKey, language]] : words)
  const href = given.length > 0 ? `${path}?${query}` : path
  return {
    key: keyOf(href),
    href,
    language,
    offeredLanguage: offered,
    namesLanguage,
    hasQuery: words.length > 0,
    hasParameter,
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1)
}

function isFixed({ segments }: Pick<PublicPage, 'segments'>): boolean {
  return !segments.some((segment) => segment.startsWith(':'))
}

/** An id is a short plain word; the framework's data requests end in `.data` and are no pages. */
function matches(segments: string[], path: string): boolean {
  const given = segmentsOf(path)
  return (
    given.length === segments.length &&
    segments.every((segment, place) => {
      const word = given[place] ?? ''
      return segment.startsWith(':')
        ? /^[\w~.-]+$/.test(word) && word.length <= maxWord && !word.endsWith('.data')
        : segment === word
    })
  )
}
