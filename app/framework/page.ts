import { type I18n } from '~/locale/create'
import { type TextKey } from '~/locale/keys'

/** What a route declares for the document by `export const handle`. */
export interface PageHandle {
  /** `false`: the page is HTML only. Of nested routes one is enough. */
  scripts?: false
  /**
   * The page's title: a text, or a function of the loader's data and the address's query; it says which page it is of several.
   * The deepest route with a title decides.
   */
  title?: TextKey | ((i18n: I18n, data: unknown, query: URLSearchParams) => string)
  /** The description for search engines and link previews. */
  description?: TextKey | ((i18n: I18n, data: unknown) => string)
  /** Structured data of the page: an object of schema.org without its `@context`. */
  structured?: (i18n: I18n, data: unknown) => Record<string, unknown> | null
  /** `shown`: a page on which one pays, types an amount or confirms one; its figures are not hidden. */
  amounts?: 'shown'
  /** Seconds after which the page asks again by itself where no scripts run; null where it has nothing to wait for. */
  refreshS?: (data: unknown) => number | null
  /** Query parameters that a public page reads. The page cache includes them in its key. */
  query?: readonly string[]
}

/** The one of these values that the address asks for by a parameter, so that a title says what was chosen; none otherwise. */
export const chosenIn = <Value extends string>(
  address: URLSearchParams,
  name: string,
  values: readonly (Value | undefined)[],
): Value | undefined => values.find((value) => value !== undefined && value === address.get(name))

/** A page's title by what its loader has read; the kind of page while that is not known. */
export const titleBy =
  <Data>(kind: TextKey, name: (data: Data, i18n: I18n) => string): PageHandle['title'] =>
  (i18n, data) =>
    data ? name(data as Data, i18n) : i18n.t(kind)
