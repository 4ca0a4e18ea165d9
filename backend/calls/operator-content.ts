import { contract } from '~/contract'
import { sendMailing } from '../desk/mailing'
import { newsView } from '../content/news'
import { createNews, editNews, withdrawNews } from '../desk/news'
import { type BuiltCall, forCaller } from '../http/built-call'
import { type Services } from '../services'
import { deskOf } from './operator-context'

/** What the company writes: news and mailings. */
export function operatorContentCalls(services: Services): BuiltCall[] {
  return [
    forCaller(contract.operator.createNews, async ({ db, body, language }, caller) =>
      newsView(await createNews(db, deskOf(services, caller), body), language),
    ),

    forCaller(contract.operator.editNews, async ({ db, params: { id }, body, language }, caller) => {
      const edited = await db.transaction((tx) => editNews(tx, deskOf(services, caller), { id, ...body }))
      return newsView(edited, language)
    }),

    forCaller(contract.operator.withdrawNews, async ({ db, params: { id } }, caller) => {
      await withdrawNews(db, deskOf(services, caller), id)
      return {}
    }),

    forCaller(contract.operator.createMailing, async ({ db, body }, caller) => ({
      recipients: await sendMailing(db, deskOf(services, caller), body),
    })),
  ]
}
