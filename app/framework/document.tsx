import { type ReactNode, createContext, useContext } from 'react'
import { useLocation, useMatches } from '@remix-run/react'
import { errorWords } from './error-words'
import { useI18n } from '~/locale/context'
import { withHiddenAmounts } from '~/locale/hidden-amounts'
import { type FormAnswer, answeredTitle } from './form-title'
import { type PageHandle } from './page'
import { brand } from '~/ui/theme/brand'

/** The scripts of pages that are not hydrated (scripts/build-islands.mjs). */
export type IslandName =
  | 'calculator'
  | 'dialog'
  | 'fresh'
  | 'copy'
  | 'notifications'
  | 'passkey'
  | 'session'
  | 'shortcuts'
  | 'work'

export interface ErrorParts {
  header: ReactNode
  search: ReactNode
}

/** What the server knows about the answer that it renders; the browser does not need it. */
export interface DocumentFacts {
  /** Lets this answer's inline scripts run. A browser hides it, so a hydrated page does without. */
  nonce: string | undefined
  /** What the page answers a form with; null on any other page. */
  formAnswer: FormAnswer | null
  /** The address of a script of pages that are not hydrated; null where it has not been built. */
  islandHref?: (name: IslandName) => string | null
  /** The cut of the styles that this page needs. A browser keeps the one that it has loaded. */
  stylesheet?: string
  /** The thrown error, on an error page. */
  error?: unknown
  /** What an error page without scripts has of the site: its header, its search and where else to go. */
  errorParts?: ErrorParts
}

const Facts = createContext<DocumentFacts>({ nonce: '', formAnswer: null })
export const DocumentFactsProvider = Facts.Provider

export function useDocumentFacts(): DocumentFacts {
  return useContext(Facts)
}

/** Whether this page's scripts are sent. */
export function useHasScripts(): boolean {
  return !useHandles().some(({ handle }) => handle.scripts === false)
}

/** Seconds after which a page asks again by itself where its scripts don't run; null for most. */
export function useRefreshS(): number | null {
  const refreshing = useHandles()
    .filter(({ handle }) => handle.refreshS !== undefined)
    .pop()
  return refreshing?.handle.refreshS?.(refreshing.data) ?? null
}

/** The document's title: the page or the error, then the site; after "Error: " or "Check: " where it answers a form. */
export function useDocumentTitle(): string {
  const i18n = useI18n()
  const { formAnswer, error } = useDocumentFacts()
  const query = new URLSearchParams(useLocation().search)
  const hidesAmounts = useHidesAmounts()
  const titled = useHandles()
    .filter(({ handle }) => handle.title !== undefined)
    .pop()
  const own = titled?.handle.title
  const shown = hidesAmounts ? withHiddenAmounts(i18n) : i18n
  const requested = typeof own === 'function' ? own(shown, titled?.data, query) : own && i18n.t(own)
  const page = Number(query.get('page'))
  const paged =
    page > 1 ? titleOf(requested, i18n.t('common:list.page', { page: i18n.number(page) })) : requested
  const title = useTitleOf(error === undefined ? paged : errorWords(error, i18n).title)
  return formAnswer ? answeredTitle(i18n, formAnswer, title) : title
}

/** What a page is, and then which one of several it is; parts that are not known are left out. */
export const titleOf = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ')

/** Whether the reader has hidden amounts on this device and the page has none that must be seen. */
function useHidesAmounts(): boolean {
  const handles = useHandles()
  const isNeeded = handles.some(({ handle }) => handle.amounts === 'shown')
  return !isNeeded && handles.some(({ data }) => (data as { hidesAmounts?: boolean } | null)?.hidesAmounts)
}

/** The title of a page by its name. */
export function useTitleOf(name: string | undefined): string {
  const { t } = useI18n()
  return name ? t('common:title.page', { title: name, site: brand.name }) : brand.name
}

function useHandles(): { handle: PageHandle; data: unknown }[] {
  return useMatches().map(({ handle, data }) => ({ handle: handle ?? {}, data }))
}
