import { type SQL, and, eq, inArray, or, sql } from 'drizzle-orm'
import { inquiries } from '../db/schema/operator'
import { type UserRow } from '../db/schema/users'

/**
 * The inquiries that a visitor sent from an investor's addresses: subscriptions, messages and applications by
 * e-mail, applications by phone as well, in any spelling. An inquiry names no account; only the address is the same.
 */
export function inquiriesFrom({ email, phone }: Pick<UserRow, 'email' | 'phone'>): SQL | undefined {
  const byEmail = and(
    inArray(inquiries.kind, ['subscriber', 'message', 'application']),
    eq(sql`lower(normalize(trim(${inquiries.email}), NFKC))`, email ?? ''),
  )
  const byPhone = and(eq(inquiries.kind, 'application'), eq(inquiries.phone, phone ?? ''))
  return or(email ? byEmail : sql`false`, phone ? byPhone : sql`false`)
}
