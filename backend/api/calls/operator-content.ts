import { contract } from '~/contract/index'
import { countRecipients, listMailings, sendMailing } from '../../operator/mailing'
import {
  createNews,
  editNews,
  listWrittenNews,
  publishNews,
  withdrawNews,
  writtenNews,
  writtenNewsItem,
} from '../../operator/news'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { operatorContextOf } from './operator-context'

/** The company's content: news and mailings. */
export function operatorContentCalls(services: Services): Handler[] {
  const { productClock } = services
  return [
    authenticated(contract.operator.news, ({ db, query }) =>
      listWrittenNews(db, { now: productClock.now() }, query),
    ),

    authenticated(contract.operator.newsItem, ({ db, params: { id } }) =>
      writtenNewsItem(db, { now: productClock.now() }, id),
    ),

    authenticated(contract.operator.createNews, async ({ db, body }, caller) => {
      const operator = operatorContextOf(services, caller)
      return writtenNews(await createNews(db, operator, body), operator.now)
    }),

    authenticated(contract.operator.editNews, async ({ db, params: { id }, body }, caller) => {
      const operator = operatorContextOf(services, caller)
      const edited = await db.transaction((tx) => editNews(tx, operator, { id, ...body }))
      return writtenNews(edited, operator.now)
    }),

    authenticated(contract.operator.publishNews, async ({ db, params: { id }, body }, caller) => {
      const operator = operatorContextOf(services, caller)
      return writtenNews(await publishNews(db, operator, { id, ...body }), operator.now)
    }),

    authenticated(contract.operator.withdrawNews, async ({ db, params: { id } }, caller) => {
      const operator = operatorContextOf(services, caller)
      return writtenNews(await withdrawNews(db, operator, id), operator.now)
    }),

    authenticated(contract.operator.createMailing, ({ db, body }, caller) =>
      sendMailing(db, operatorContextOf(services, caller), body),
    ),

    authenticated(contract.operator.mailings, ({ db, query }) => listMailings(db, query)),

    authenticated(contract.operator.mailingRecipients, ({ db, query }) => countRecipients(db, query)),
  ]
}
