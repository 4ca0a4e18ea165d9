import { type SitePages } from './site-pages.server'
import { type TextKey } from '~/locale/keys'
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

/** What is behind the sign-in, in words that people look for. */
export const insidePlaces: readonly { href: string; title: TextKey; text: TextKey }[] = [
  { href: paths.login(), title: 'site:layout.signIn', text: 'site:search.signIn' },
  { href: paths.register(), title: 'site:layout.openAccount', text: 'site:search.register' },
  { href: paths.passwordForgot(), title: 'auth:forgot.title', text: 'site:search.password' },
  { href: paths.topUps(), title: 'common:navigation.topUp', text: 'site:search.topUp' },
  { href: paths.deposits(), title: 'common:navigation.deposits', text: 'site:search.deposits' },
  { href: paths.withdrawals(), title: 'common:navigation.withdrawals', text: 'site:search.withdrawals' },
  { href: paths.exchange(), title: 'common:navigation.exchange', text: 'site:search.exchange' },
  { href: paths.operations(), title: 'common:navigation.operations', text: 'site:search.operations' },
  { href: paths.referrals(), title: 'common:navigation.referrals', text: 'site:search.referrals' },
  { href: paths.settings('profile'), title: 'common:navigation.settings', text: 'site:search.settings' },
]
