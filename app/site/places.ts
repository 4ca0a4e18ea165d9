import { type SitePages } from './site-pages.server'
import { paths } from '~/paths'

/** The pages of the site that every visitor may look for, in the order of the navigation; home is not among them. */
interface SitePlace {
  /** By which its texts are found: `site:nav.…`, and the page's own title and lead. */
  name:
    | 'investors'
    | 'about'
    | 'faq'
    | 'news'
    | 'contacts'
    | 'team'
    | 'vacancies'
    | 'risk'
    | 'privacy'
    | 'accessibility'
  href: string
}

/** Where most visitors want to go: pages that every company has. */
export const mainPlaces = [
  { name: 'investors', href: paths.investors() },
  { name: 'about', href: paths.about() },
  { name: 'faq', href: paths.faq() },
  { name: 'news', href: paths.news() },
] as const satisfies readonly SitePlace[]

/** What a company has content for, or not. */
const companyPlaces = [
  { name: 'contacts', href: paths.contacts() },
  { name: 'team', href: paths.team() },
  { name: 'vacancies', href: paths.vacancies() },
] as const satisfies readonly SitePlace[]

export const legalPlaces = [
  { name: 'risk', href: paths.risk() },
  { name: 'privacy', href: paths.privacy() },
  { name: 'accessibility', href: paths.accessibility() },
] as const satisfies readonly SitePlace[]

/** Those of a company, without the legal ones. */
export const placesOf = (pages: SitePages) => [
  ...mainPlaces,
  ...companyPlaces.filter(({ name }) => pages[name]),
]
