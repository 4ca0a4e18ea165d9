import { languages } from '~/contract/languages'
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { type Texts } from '../db/schema/columns'
import { Refusal } from '../domain/refusal'
import { type Language } from '~/contract/languages'
import { announcing } from '../notifications/announce'
import { type OperatorContext, recordAudit } from './audit'

export interface Mailing {
  /** HTML in both languages. */
  message: Texts
  image: string | null
  /** Only to investors of this language; to every investor without. */
  language?: Language
}

/**
 * Stores and announces a mailing for all its investors with an active account, in one statement. The text of a language
 * without recipients may be left empty and is replaced by the other. Returns the number of recipients.
 * @throws Refusal of the field of a text that is missing
 */
export async function sendMailing(tx: Db, operator: OperatorContext, mailing: Mailing): Promise<number> {
  const { image, language } = mailing
  const { now, newId } = operator
  const id = newId()
  const values = textsOf(mailing)
  // The recipients' own ids follow from the mailing's: no round trip for each of them.
  const { rows } = await tx.execute<{ count: number }>(sql`
    with stored as (
      insert into notifications (id, user_id, type, kind, values, image, created_at)
      select ${id} || '.' || row_number() over (order by id), id, 'mailing', 'written',
        ${JSON.stringify(values)}::jsonb, ${image}, ${now.toISOString()}::timestamptz
      from users where role = 'investor' and erased_at is null ${language ? sql`and language = ${language}` : sql``}
      returning id, user_id
    )
    ${announcing(sql`stored`)}`)
  await recordAudit(tx, operator, { verb: 'send', kind: 'mailing', id })
  return rows.reduce((sum, { count }) => sum + count, 0)
}

function textsOf({ message, language }: Mailing): Texts {
  const written = (of: Language) => message[of].trim() !== ''
  const needed: Language[] = language ? [language] : [...languages]
  const missing = needed.filter((of) => !written(of))
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((of) => [`message.${of}`, { code: 'required' }]))
    throw new Refusal('validation', { fields })
  }
  return { ru: written('ru') ? message.ru : message.en, en: written('en') ? message.en : message.ru }
}
