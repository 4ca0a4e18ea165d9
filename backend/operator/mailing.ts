import { type SQL, and, count, desc, eq, isNull, ne, not, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type Audience } from '~/contract/extensions/operator/content'
import { type Language, languages } from '~/contract/languages'
import { type Db } from '../db/connect'
import { type Texts } from '../db/schema/columns'
import { deposits } from '../db/schema/deposits'
import { mailings } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type ListQuery, paging } from '../funds/pages'
import { announcing } from '../notifications/announce'
import { type OperatorContext, recordAudit } from './audit'

export interface Mailing extends z.output<typeof Audience> {
  /** HTML in both languages. */
  message: Texts
  image: string | null
  imageAlt?: Texts | null | undefined
}

/**
 * Stores and announces a mailing for all its investors with an active account, in one statement. The text of a language
 * without recipients may be left empty and is replaced by the other.
 * @throws Refusal of the field of a text that is missing
 */
export async function sendMailing(
  tx: Db,
  operator: OperatorContext,
  mailing: Mailing,
): Promise<{ id: string; recipients: number }> {
  const { image, language, deposits, verified } = mailing
  const { now, newId, operatorId } = operator
  const id = newId()
  const message = textsOf(mailing)
  const imageAlt = image && mailing.imageAlt ? inBothLanguages(mailing.imageAlt) : null
  // The recipients' own ids follow from the mailing's: no round trip for each of them.
  const { rows } = await tx.execute<{ count: number }>(sql`
    with stored as (
      insert into notifications (id, user_id, type, kind, values, image, image_alt, created_at)
      select ${id} || '.' || row_number() over (order by ${users.id}), ${users.id}, 'mailing', 'written',
        ${JSON.stringify(message)}::jsonb, ${image}, ${imageAlt && JSON.stringify(imageAlt)}::jsonb,
        ${now.toISOString()}::timestamptz
      from ${users} where ${recipientsOf(mailing)}
      returning id, user_id
    )
    ${announcing(sql`stored`)}`)
  const recipients = rows.reduce((sum, { count }) => sum + count, 0)
  await tx.insert(mailings).values({
    ...{ id, message, image, imageAlt, language, deposits, recipients },
    verified: verified && verified === 'true',
    senderId: operatorId,
    sentAt: now,
  })
  const after = { message, image, imageAlt, language, deposits, verified, recipients }
  await recordAudit(tx, operator, { verb: 'send', kind: 'mailing', id, after })
  return { id, recipients }
}

/** How many investors a mailing would reach, by the language that they read. */
export async function countRecipients(
  db: Db,
  audience: z.output<typeof Audience>,
): Promise<Record<Language, number>> {
  const rows = await db
    .select({ language: users.language, total: count() })
    .from(users)
    .where(recipientsOf(audience))
    .groupBy(users.language)
  const of = (language: Language) => rows.find((row) => row.language === language)?.total ?? 0
  return { ru: of('ru'), en: of('en') }
}

/** A page of the mailings that were sent, newest first, with who sent each. */
export async function listMailings(
  db: Db,
  query: ListQuery,
): Promise<CallOutput<typeof contract.operator.mailings>> {
  const { page, limit, offset } = paging(query)
  const order =
    query.sortDir === 'asc' ? [mailings.sentAt, mailings.id] : [desc(mailings.sentAt), desc(mailings.id)]
  const rows = await db
    .select({ mailing: mailings, sentBy: users.login })
    .from(mailings)
    .leftJoin(users, eq(users.id, mailings.senderId))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(mailings)
  const items = rows.map(({ mailing, sentBy }) => {
    const { id, message, image, language, deposits, verified, recipients, sentAt } = mailing
    return {
      ...{ id, message, image, recipients, sentBy },
      audience: {
        ...(language && { language }),
        ...(deposits && { deposits }),
        ...(verified !== null && { verified: verified ? ('true' as const) : ('false' as const) }),
      },
      sentAt: sentAt.toISOString(),
    }
  })
  return { items, total: counted!.total, page, limit }
}

/** Investors with an account that was not erased, to whom all of the audience applies. */
function recipientsOf({ language, deposits, verified }: z.output<typeof Audience>): SQL | undefined {
  const isVerified = eq(users.verification, 'successful')
  return and(
    eq(users.role, 'investor'),
    isNull(users.erasedAt),
    language && eq(users.language, language),
    deposits && (deposits === 'open' ? hasOpenDeposit : not(hasOpenDeposit)),
    verified && (verified === 'true' ? isVerified : ne(users.verification, 'successful')),
  )
}

const hasOpenDeposit = sql`exists (
  select from ${deposits} where ${deposits.userId} = ${users.id} and ${deposits.status} <> 'closed')`

function textsOf({ message, language }: Mailing): Texts {
  const needed: Language[] = language ? [language] : [...languages]
  const missing = needed.filter((of) => message[of].trim() === '')
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((of) => [`message.${of}`, { code: 'required' }]))
    throw new Refusal('validation', { fields })
  }
  return inBothLanguages(message)
}

/** A text that is written in one language stands for the other, too. */
const inBothLanguages = ({ ru, en }: Texts): Texts => ({ ru: ru.trim() ? ru : en, en: en.trim() ? en : ru })
