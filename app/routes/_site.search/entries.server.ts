import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { answersOf, readFaq } from '~/site/faq.server'
import { insidePlaces, legalPlaces, placesOf } from '~/site/places'
import { type Found } from '~/site/search.server'
import { sitePagesOf } from '~/site/site-pages.server'
import { publicPanel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

const newsCount = 50

/** Pages, questions with their answers, and the newest news. A part that does not arrive soon is left out. */
export async function searchEntries(upstream: Upstream, i18n: I18n): Promise<Found[]> {
  const [pages, faq, news] = await Promise.all([
    sitePagesOf(upstream),
    readFaq(upstream),
    publicPanel(
      upstream.content.news({ sort: 'publishedAt', sortDir: 'desc', limit: newsCount }, { soon: true }),
    ),
  ])
  return [
    ...[...placesOf(pages), ...legalPlaces].map(({ href, name }) => ({
      href,
      title: i18n.t(`site:${name}.title`),
      text: i18n.t(`site:${name}.lead`),
    })),
    ...insidePlaces.map(({ href, title, text }) => ({ href, title: i18n.t(title), text: i18n.t(text) })),
    ...(faq.own ? answersOf(i18n, faq.figures, faq.own) : []).map(({ question, answer }) => ({
      href: paths.faq(),
      title: question,
      text: answer,
    })),
    ...(news?.items ?? []).map(({ id, title }) => ({ href: paths.newsItem(id), title, text: '' })),
  ]
}
