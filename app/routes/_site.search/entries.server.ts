import { type I18n } from '~/locale/create'
import { type TextKey } from '~/locale/keys'
import { paths } from '~/paths'
import { answersOf, readFaq } from '~/site/faq.server'
import { legalPlaces, placesOf } from '~/site/places'
import { type Found } from '~/site/search.server'
import { sitePagesOf } from '~/site/site-pages.server'
import { publicPanel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** What is behind the sign-in, in words that people look for. */
const inside: readonly { href: string; title: TextKey; text: TextKey }[] = [
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
    ...inside.map(({ href, title, text }) => ({ href, title: i18n.t(title), text: i18n.t(text) })),
    ...(faq.own ? answersOf(i18n, faq.figures, faq.own) : []).map(({ question, answer }) => ({
      href: paths.faq(),
      title: question,
      text: answer,
    })),
    ...(news?.items ?? []).map(({ id, title }) => ({ href: paths.newsItem(id), title, text: '' })),
  ]
}
