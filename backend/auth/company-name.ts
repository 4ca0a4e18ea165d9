import { eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { settings } from '../db/schema/settings'

/** How authenticators label an entry: the company's name, in the language that all of them can show. */
export async function companyName(db: Db): Promise<string> {
  const [company] = await db.select().from(settings).where(eq(settings.key, 'company'))
  const { name } = (company?.value ?? {}) as { name?: string | { en?: string } }
  return (typeof name === 'string' ? name : name?.en) || 'Tideline'
}
