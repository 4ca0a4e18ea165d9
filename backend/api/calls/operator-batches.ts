import { contract } from '~/contract/index'
import {
  batchOf,
  createBatch,
  dissolveBatch,
  downloadBatch,
  listBatches,
} from '../../operator/batches/batches'
import { draftOf, listDrafts } from '../../operator/batches/drafts'
import { judgeTransfers, reportTransfers } from '../../operator/batches/transfers'
import { changes } from '../../operator/changes'
import { type Services } from '../../services'
import { type Handler, authenticated } from '../handler'
import { changing } from './four-eyes'
import { operatorContextOf } from './operator-context'

/** Batches in which approved withdrawals leave. */
export function operatorBatchCalls(services: Services): Handler[] {
  const { db, productClock } = services
  const { operator } = contract
  const now = () => productClock.now()
  return [
    authenticated(operator.batches, ({ query }) => listBatches(db, query)),

    authenticated(operator.batchDrafts, () => listDrafts(db, now())),

    authenticated(operator.batchDraft, ({ params: { system } }) => draftOf(db, system, now())),

    authenticated(operator.batch, ({ params: { id } }) => batchOf(db, id, now())),

    authenticated(operator.createBatch, async ({ db: tx, body }, caller) =>
      batchOf(tx, await createBatch(tx, operatorContextOf(services, caller), body), now()),
    ),

    authenticated(operator.downloadBatch, ({ params, body }, caller) =>
      db.transaction((tx) => downloadBatch(tx, operatorContextOf(services, caller), { ...params, ...body })),
    ),

    authenticated(operator.previewTransfers, async ({ params, body }) => ({
      results: await judgeTransfers(db, { ...params, ...body, now: now() }),
    })),

    authenticated(operator.reportTransfers, async ({ db: tx, params, body }, caller) => {
      const report = { ...params, ...body }
      const results = await reportTransfers(tx, services, operatorContextOf(services, caller), report)
      return { ...(await batchOf(tx, params.id, now())), results }
    }),

    changing(services, operator.takeOutOfBatch, changes.takingOutOfBatch, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: (_made, { db: tx, params }) => batchOf(tx, params.id, now()),
    }),

    authenticated(operator.dissolveBatch, async ({ db: tx, params: { id } }, caller) => {
      await dissolveBatch(tx, operatorContextOf(services, caller), id)
      return batchOf(tx, id, now())
    }),
  ]
}
