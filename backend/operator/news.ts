import { and, eq, isNull } from 'drizzle-orm'
import { type z } from 'zod'
import { type NewsDraft } from '~/contract/extensions/operator/content'
import { type NewsRow } from './published-news'
import { type Db } from '../db/connect'
import { news } from '../db/schema/operator'
import { Refusal } from '../domain/refusal'
import { type OperatorContext, recordAudit } from './audit'

/**
 * News as the operator writes it, in both languages. The body is HTML and is stored as given; every reader of it has to
 * sanitise it. An item that was taken off the site stays in the database, unlisted.
 */

/** Publishes an item, now or at the given moment. */
export async function createNews(
  tx: Db,
  operator: OperatorContext,
  draft: z.output<typeof NewsDraft>,
): Promise<NewsRow> {
  const { publishedAt, ...texts } = draft
  const [created] = await tx
    .insert(news)
    .values({
      id: operator.newId(),
      ...texts,
      publishedAt: publishedAt ? new Date(publishedAt) : operator.now,
    })
    .returning()
  await recordAudit(tx, operator, { verb: 'create', kind: 'news', id: created!.id })
  return created!
}

/** Changes the given fields; everything else stays. @throws Refusal not_found */
export async function editNews(
  tx: Db,
  operator: OperatorContext,
  { id, ...draft }: { id: string } & Partial<z.output<typeof NewsDraft>>,
): Promise<NewsRow> {
  const { publishedAt, ...texts } = draft
  // Includes the id, since an update needs at least one column.
  const change = { id, ...texts, ...(publishedAt && { publishedAt: new Date(publishedAt) }) }
  const [edited] = await tx.update(news).set(change).where(onSite(id)).returning()
  if (!edited) throw new Refusal('not_found')
  await recordAudit(tx, operator, { verb: 'edit', kind: 'news', id })
  return edited
}

/** Unpublishes an item. @throws Refusal not_found, also for an unpublished one */
export async function withdrawNews(tx: Db, operator: OperatorContext, id: string): Promise<void> {
  const [withdrawn] = await tx
    .update(news)
    .set({ withdrawnAt: operator.now })
    .where(onSite(id))
    .returning({ id: news.id })
  if (!withdrawn) throw new Refusal('not_found')
  await recordAudit(tx, operator, { verb: 'withdraw', kind: 'news', id })
}

const onSite = (id: string) => and(eq(news.id, id), isNull(news.withdrawnAt))
