import { partIfKept, publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** The pages about the company's own data, and whether this one has any for them. */
export interface SitePages {
  contacts: boolean
  team: boolean
  vacancies: boolean
}

const soon = { soon: true }

/** Whether there is a page of contacts: with the company's own, or with a form for messages. */
export async function hasContactsPage(upstream: Upstream): Promise<boolean> {
  if ((await partIfKept(setting(upstream, 'contacts', soon))) !== undefined) return true
  return (await publicPanel(extensionsOf(upstream, soon)))?.has('inquiries') ?? true
}

/** A page whose data could not be read now is listed: it reports that itself. */
export async function sitePagesOf(upstream: Upstream): Promise<SitePages> {
  const [contacts, company, vacancies] = await Promise.all([
    hasContactsPage(upstream),
    partIfKept(setting(upstream, 'company', soon)),
    partIfKept(setting(upstream, 'vacancies', soon)),
  ])
  return {
    contacts,
    team: company !== undefined,
    vacancies: vacancies !== undefined,
  }
}

/** @throws Response 404 where this company has nothing to put on the page */
export async function requireSitePage(upstream: Upstream, page: keyof SitePages): Promise<SitePages> {
  const pages = await sitePagesOf(upstream)
  if (!pages[page]) throw new Response(null, { status: 404 })
  return pages
}
