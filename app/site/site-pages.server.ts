import { partIfKept, publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** The pages about the company's own data, and whether this one has any for them. */
export interface SitePages {
  contacts: boolean
  team: boolean
  vacancies: boolean
}

/** A page whose data could not be read now is listed: it reports that itself. */
export async function sitePagesOf(upstream: Upstream): Promise<SitePages> {
  const soon = { soon: true }
  const [contacts, company, vacancies, extensions] = await Promise.all([
    partIfKept(setting(upstream, 'contacts', soon)),
    partIfKept(setting(upstream, 'company', soon)),
    partIfKept(setting(upstream, 'vacancies', soon)),
    publicPanel(extensionsOf(upstream, soon)),
  ])
  return {
    contacts: contacts !== undefined || (extensions?.has('inquiries') ?? true),
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
