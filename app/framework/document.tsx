import { type ReactNode, createContext, useContext } from 'react'
import { useMatches } from '@remix-run/react'
import { errorWords } from './error-words'
import { useI18n } from '~/locale/context'
import { type PageHandle } from './page'
import { brand } from '~/ui/theme/brand'

/** The scripts of pages that are not hydrated (scripts/build-islands.mjs). */
export type IslandName =
  | 'calculator'
  | 'dialog'
  | 'fresh'
  | 'notifications'
  | 'passkey'
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
  /** The page answers a form that was refused. */
  isFailedForm: boolean
  /** The address of a script of pages that are not hydrated; null where it has not been built. */
  islandHref?: (name: IslandName) => string | null
  /** The cut of the styles that this page needs. A browser keeps the one that it has loaded. */
  stylesheet?: string
  /** The thrown error, on an error page. */
  error?: unknown
  /** What an error page without scripts has of the site: its header and its search. */
  errorParts?: ErrorParts
}

const Facts = createContext<DocumentFacts>({ nonce: '', isFailedForm: false })
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

/** The document's title: the page or the error, then the site; with "Error: " in front if a form was refused. */
export function useDocumentTitle(): string {
  const i18n = useI18n()
  const { isFailedForm, error } = useDocumentFacts()
  const titled = useHandles()
    .filter(({ handle }) => handle.title !== undefined)
    .pop()
  const own = titled?.handle.title
  const requested = typeof own === 'function' ? own(i18n, titled?.data) : own && i18n.t(own)
  const title = useTitleOf(error === undefined ? requested : errorWords(error, i18n).title)
  return isFailedForm ? i18n.t('common:title.error', { title }) : title
}

/** The title of a page by its name. */
export function useTitleOf(name: string | undefined): string {
  const { t } = useI18n()
  return name ? t('common:title.page', { title: name, site: brand.name }) : brand.name
}

function useHandles(): { handle: PageHandle; data: unknown }[] {
  return useMatches().map(({ handle, data }) => ({ handle: handle ?? {}, data }))
}
