import { type SQL, and, count, eq, isNull, lte, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type content as calls, type NewsItem } from '~/contract/content'
import { type CallOutput } from '~/contract/call'
import { type Db } from '../db/connect'
import { news } from '../db/schema/operator'
import { Refusal } from '../domain/refusal'
import { type Language } from '~/contract/languages'
import { type ListQuery, containing, ordering, paging } from '../funds/pages'

/**
 * News as readers find it, in their language. Invariants: an item that was taken off the site, or whose time has not
 * come, is never listed.
 */

export type NewsRow = typeof news.$inferSelect

interface Reader {
  /** The product's time. */
  now: Date
  language: Language
}

/** A page of the news, newest first by default; a search looks in titles and summaries. */
export async function listNews(
  db: Db,
  { now, language }: Reader,
  query: ListQuery,
): Promise<CallOutput<typeof calls.news>> {
  const { page, limit, offset } = paging(query)
  const title = sql`${news.title}->>${language}`
  const where = and(shown(now), containing(query.search, [title, sql`${news.summary}->>${language}`]))
  const columns = { publishedAt: news.publishedAt, title }
  const rows = await db
    .select()
    .from(news)
    .where(where)
    .orderBy(...ordering(query, columns, 'publishedAt', news.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(news).where(where)
  return { items: rows.map((row) => newsView(row, language)), total: counted?.total ?? 0, page, limit }
}

/** One item with its body: HTML as the operator wrote it, for the reader's side to sanitise. @throws Refusal not_found */
export async function newsItemOf(
  db: Db,
  { now, language }: Reader,
  id: string,
): Promise<CallOutput<typeof calls.newsItem>> {
  const [row] = await db
    .select()
    .from(news)
    .where(and(eq(news.id, id), shown(now)))
  if (!row) throw new Refusal('not_found')
  return { ...newsView(row, language), body: row.body[language] }
}

const shown = (now: Date): SQL | undefined => and(isNull(news.withdrawnAt), lte(news.publishedAt, now))

/** A published item as a list shows it. */
export function newsView(row: NewsRow, language: Language): Complete<typeof NewsItem> {
  const { id, title, summary, image, publishedAt, top } = row
  return {
    id,
    title: title[language],
    summary: summary[language],
    image,
    publishedAt: publishedAt!.toISOString(), // a draft, which has none, is never listed
    top,
  }
}
