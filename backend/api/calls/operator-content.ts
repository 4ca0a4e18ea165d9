import { contract } from '~/contract/index'
import { sendMailing } from '../../operator/mailing'
import { newsView } from '../../operator/published-news'
import { createNews, editNews, withdrawNews } from '../../operator/news'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { operatorContextOf } from './operator-context'

/** The company's content: news and mailings. */
export function operatorContentCalls(services: Services): Handler[] {
  return [
    authenticated(contract.operator.createNews, async ({ db, body, language }, caller) =>
      newsView(await createNews(db, operatorContextOf(services, caller), body), language),
    ),

    authenticated(contract.operator.editNews, async ({ db, params: { id }, body, language }, caller) => {
      const edited = await db.transaction((tx) =>
        editNews(tx, operatorContextOf(services, caller), { id, ...body }),
      )
      return newsView(edited, language)
    }),

    authenticated(contract.operator.withdrawNews, async ({ db, params: { id } }, caller) => {
      await withdrawNews(db, operatorContextOf(services, caller), id)
      return {}
    }),

    authenticated(contract.operator.createMailing, async ({ db, body }, caller) => ({
      recipients: await sendMailing(db, operatorContextOf(services, caller), body),
    })),
  ]
}
