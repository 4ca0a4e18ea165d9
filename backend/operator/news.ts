import { type SQL, and, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type NewsDraft } from '~/contract/extensions/operator/content'
import { type NewsRow } from './published-news'
import { type Db } from '../db/connect'
import { news } from '../db/schema/operator'
import { Refusal } from '../domain/refusal'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'
import { type OperatorContext, recordAudit } from './audit'
import { requireUnchanged, versionOf } from './versions'

/**
 * News as the operator writes it, in both languages. The body is HTML and is stored as given; every reader of it has to
 * sanitise it. An item that was taken off the site stays in the database, and can be edited and published again.
 */

type Draft = z.output<typeof NewsDraft>
type Status = CallOutput<typeof contract.operator.news>['items'][number]['status']

/** Publishes an item, now or at the given moment; with null it is a draft. */
export async function createNews(tx: Db, operator: OperatorContext, draft: Draft): Promise<NewsRow> {
  const { publishedAt, ...texts } = draft
  const [created] = await tx
    .insert(news)
    .values({ id: operator.newId(), ...texts, publishedAt: momentOf(publishedAt, operator.now) })
    .returning()
  await recordAudit(tx, operator, { verb: 'create', kind: 'news', id: created!.id, after: created! })
  return created!
}

/**
 * Changes the given fields; everything else stays.
 * @param edit `version` is the one that the operator has read
 * @throws Refusal not_found, changed_meanwhile
 */
export async function editNews(
  tx: Db,
  operator: OperatorContext,
  { id, version, ...draft }: { id: string; version?: string } & Partial<Draft>,
): Promise<NewsRow> {
  const before = await lockedNews(tx, id)
  const { publishedAt, ...texts } = draft
  const after = {
    ...before,
    ...texts,
    ...(publishedAt !== undefined && { publishedAt: momentOf(publishedAt, operator.now) }),
  }
  const contents = { before: contentOf(before), after: contentOf(after) }
  await requireUnchanged(tx, { kind: 'news', id, read: version, ...contents })
  const [edited] = await tx.update(news).set(after).where(eq(news.id, id)).returning()
  await recordAudit(tx, operator, { verb: 'edit', kind: 'news', id, before, after: edited! })
  return edited!
}

/**
 * Puts an item on the site: a draft from now on, one that was withdrawn under its earlier date. One that is there stays
 * as it is.
 * @throws Refusal not_found; changed_meanwhile if it is not the version that the operator has read
 */
export async function publishNews(
  tx: Db,
  operator: OperatorContext,
  { id, version }: { id: string; version?: string },
): Promise<NewsRow> {
  const before = await lockedNews(tx, id)
  // Also of an item that is there: its operator may have read another form of it than the one that somebody has published.
  if (version !== undefined) {
    const content = contentOf(before)
    await requireUnchanged(tx, { kind: 'news', id, read: version, before: content, after: null })
  }
  if (statusOf(before, operator.now) === 'published') return before
  const { publishedAt } = before
  const isPast = publishedAt !== null && publishedAt <= operator.now
  const change = { withdrawnAt: null, publishedAt: isPast ? publishedAt : operator.now }
  const [published] = await tx.update(news).set(change).where(eq(news.id, id)).returning()
  const states = { before: { published: false }, after: { published: true } }
  await recordAudit(tx, operator, { verb: 'publish', kind: 'news', id, ...states })
  return published!
}

/** Takes an item off the site. @throws Refusal not_found, also for one that is off the site already */
export async function withdrawNews(tx: Db, operator: OperatorContext, id: string): Promise<NewsRow> {
  const [withdrawn] = await tx
    .update(news)
    .set({ withdrawnAt: operator.now })
    .where(and(eq(news.id, id), isNull(news.withdrawnAt)))
    .returning()
  if (!withdrawn) throw new Refusal('not_found')
  const change = { before: { published: true }, after: { published: false } }
  await recordAudit(tx, operator, { verb: 'withdraw', kind: 'news', id, ...change })
  return withdrawn
}

/** A page of all items, drafts first, then the newest; a search looks in titles and summaries. */
export async function listWrittenNews(
  db: Db,
  { now }: { now: Date },
  query: ListQuery & { status?: Exclude<Status, 'unknown'> },
): Promise<CallOutput<typeof contract.operator.news>> {
  const { page, limit, offset } = paging(query)
  const texts = [news.title, news.summary].flatMap((column) => [sql`${column}->>'ru'`, sql`${column}->>'en'`])
  const where = and(query.status && isOf(query.status, now), containing(query.search, texts))
  const rows = await db
    .select()
    .from(news)
    .where(where)
    .orderBy(...ordering(query, { publishedAt: news.publishedAt }, 'publishedAt', news.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(news).where(where)
  return { items: rows.map((row) => writtenNews(row, now)), total: counted!.total, page, limit }
}

/** One item with its bodies. @throws Refusal not_found */
export async function writtenNewsItem(
  db: Db,
  { now }: { now: Date },
  id: string,
): Promise<CallOutput<typeof contract.operator.newsItem>> {
  const [row] = await db.select().from(news).where(eq(news.id, id))
  if (!row) throw new Refusal('not_found')
  return { ...writtenNews(row, now), body: row.body }
}

/** An item in both languages, without its bodies. */
export function writtenNews(row: NewsRow, now: Date) {
  const { id, title, summary, image, top, publishedAt, withdrawnAt } = row
  return {
    ...{ id, title, summary, image, top },
    publishedAt: publishedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    status: statusOf(row, now),
    version: versionOf(contentOf(row)),
  }
}

function statusOf({ publishedAt, withdrawnAt }: NewsRow, now: Date): Status {
  if (withdrawnAt) return 'withdrawn'
  if (!publishedAt) return 'draft'
  return publishedAt <= now ? 'published' : 'scheduled'
}

function isOf(status: Exclude<Status, 'unknown'>, now: Date): SQL | undefined {
  const { publishedAt, withdrawnAt } = news
  const listed = isNull(withdrawnAt)
  switch (status) {
    case 'withdrawn':
      return isNotNull(withdrawnAt)
    case 'draft':
      return and(listed, isNull(publishedAt))
    case 'scheduled':
      return and(listed, gt(publishedAt, now))
    case 'published':
      return and(listed, lte(publishedAt, now))
  }
}

/** What is written; publishing and withdrawing make no other version of it. */
const contentOf = ({ title, summary, body, image, top }: NewsRow) => [
  ...[title, summary, body].flatMap(({ ru, en }) => [ru, en]),
  image,
  top,
]

async function lockedNews(tx: Db, id: string): Promise<NewsRow> {
  const [row] = await tx.select().from(news).where(eq(news.id, id)).for('update')
  if (!row) throw new Refusal('not_found')
  return row
}

/** The stored moment; undefined is now, null stays null. */
function momentOf(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined) return now
  return given === null ? null : new Date(given)
}
