import { type NewsItem } from '~/contract/content'
import { everyPage } from '~/lists/every-page.server'
import { type Upstream } from '~/upstream/types'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { languages } from '~/contract/languages'
import { addressIn } from '~/locale/languages'
import { paths } from '~/paths'
import { legalPlaces, placesOf } from '~/site/places'
import { sitePagesOf } from '~/site/site-pages.server'
import { ifFound } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'

interface Place {
  path: string
  /** ISO 8601, where it is known. */
  changedAt?: string
}

/**
 * Every public page in each language, for search engines (sitemaps.org, with their `hreflang`). If the upstream does
 * not answer, the request fails: a map without the news would remove them from the search.
 */
export async function loader({ context: { upstream, env } }: LoaderFunctionArgs) {
  const [vacancies, news, pages, extensions] = await Promise.all([
    ifFound(setting(upstream, 'vacancies')),
    allNews(upstream),
    sitePagesOf(upstream),
    extensionsOf(upstream),
  ])
  // The result pages of forms are left out.
  const places: Place[] = [
    { path: paths.home() },
    ...[...placesOf(pages), ...legalPlaces].map(({ href }) => ({ path: href })),
    ...(extensions.has('inquiries') ? [{ path: paths.subscribe() }] : []),
    ...(vacancies ?? []).map(({ id, postedAt }) => ({ path: paths.vacancy(id), changedAt: postedAt })),
    ...news.map(({ id, publishedAt }) => ({ path: paths.newsItem(id), changedAt: publishedAt })),
  ]
  const entries = places.flatMap((place) => entriesOf(place, env.publicUrl.origin))
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

/** A page in each language, which names the others. Paths and words are encoded: nothing in them is XML's. */
function entriesOf({ path, changedAt }: Place, origin: string): string[] {
  const addresses = languages.map((language) => [language, addressIn(language, origin + path)] as const)
  const alternates = [
    ...addresses.map(([language, href]) => alternate(language, href)),
    alternate('x-default', origin + path),
  ].join('')
  const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
  return addresses.map(([, href]) => `<url><loc>${href}</loc>${changed}${alternates}</url>`)
}

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
}

const perPage = 100
/** A map holds 50,000 addresses; so many news, in two languages, leave room for the rest. */
const maxPages = 200

/** All news, newest first. */
async function allNews({ content }: Upstream): Promise<NewsItem[]> {
  const newest = { limit: perPage, sort: 'publishedAt', sortDir: 'desc' } as const
  const found: NewsItem[] = []
  for await (const items of everyPage((page) => content.news({ ...newest, page }), maxPages)) {
    found.push(...items)
  }
  return found
}
