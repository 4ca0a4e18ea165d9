import { contract } from '~/contract/index'
import { listNews, newsItemOf } from '../../operator/published-news'
import { type Handler, publicHandler } from '../handler'
import { type Services } from '../../services'

/** News for everyone. */
export function newsCalls({ productClock }: Services): Handler[] {
  return [
    publicHandler(contract.content.news, ({ db, query, language }) =>
      listNews(db, { now: productClock.now(), language }, query),
    ),

    publicHandler(contract.content.newsItem, ({ db, params: { id }, language }) =>
      newsItemOf(db, { now: productClock.now(), language }, id),
    ),
  ]
}
