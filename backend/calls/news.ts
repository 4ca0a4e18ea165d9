import { contract } from '~/contract'
import { listNews, newsItemOf } from '../content/news'
import { type BuiltCall, forAnyone } from '../http/built-call'
import { type Services } from '../services'

/** News for everyone. */
export function newsCalls({ productClock }: Services): BuiltCall[] {
  return [
    forAnyone(contract.content.news, ({ db, query, language }) =>
      listNews(db, { now: productClock.now(), language }, query),
    ),

    forAnyone(contract.content.newsItem, ({ db, params: { id }, language }) =>
      newsItemOf(db, { now: productClock.now(), language }, id),
    ),
  ]
}
