import { type OverviewPart, overviewParts } from '~/contract/extensions/overview'
import { type CallOutput } from '~/contract/call'
import { contract } from '~/contract/index'
import { together } from '../../db/together'
import { Refusal } from '../../domain/refusal'
import { type CallRequest, type Handler, authenticated } from '../handler'

/**
 * The answers of several calls in one, each by the code that answers its call, read from one snapshot of the database. That
 * code must read by the request's `db`: with a second connection for each, as many readers as there are connections would wait
 * for each other without an end.
 * @param handlers those of all calls
 */
export function overviewCalls(handlers: readonly Handler[]): Handler[] {
  return [
    authenticated(contract.overview.read, ({ db, ...request }, caller) =>
      db.transaction(
        async (tx) => {
          const answers = await together(
            Object.entries(overviewParts).map(async ([name, part]: [string, OverviewPart]) => {
              const handler = handlers.find(({ call }) => call === part.call)
              const known = part.withoutBearer ? null : caller
              return [
                name,
                handler ? await unlessRefused(handler.run(requestOf(part), known)) : null,
              ] as const
            }),
          )
          // Each call's handler answers in its call's shape, which the route goes by as well.
          return Object.fromEntries(answers) as CallOutput<typeof contract.overview.read>

          function requestOf({ call, input }: OverviewPart): CallRequest {
            const given = input(request.query)
            return { ...request, db: tx, params: call.params.parse(given), query: call.query.parse(given) }
          }
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    ),
  ]
}

/** Null for a refusal. Any other failure, after which the transaction may be void, is one of the whole answer. */
async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
