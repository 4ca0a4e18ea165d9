/**
 * The partners of an investor (docs/rules.md): invited investors, three levels down. Invariants: an investor sees no
 * partner of another tree and none below the third level; `turnover` is the worth of the partner's own openings in
 * USDT, `bonus` the referral reward from that partner, `accruals` referral + matching. Rows and sums are kept up
 * (`db/schema/partners.ts`), so that a page of ten thousand partners reads what one of a hundred does.
 */
import { type SQL, and, asc, eq } from 'drizzle-orm'
import { type CallOutput } from '~/contract/call'
import { type user as calls } from '~/contract/user'
import { foldLogin } from '../auth/contact'
import { type Db } from '../db/connect'
import { partnerSums, partners } from '../db/schema/partners'
import { users } from '../db/schema/users'
import { plain, sum } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { levels } from '../funds/investors'
import { type ListQuery, containingFolded, nearestEnd, ordering, paging } from '../funds/pages'

export type PartnersQuery = ListQuery & { level?: number }
type PartnersPage = CallOutput<typeof calls.referrals>

/** The columns that the contract sorts by, each with an index. */
const columns = {
  login: partners.loginKey,
  level: partners.level,
  turnover: partners.turnover,
  bonus: partners.bonus,
  accruals: partners.accruals,
  registeredAt: partners.registeredAt,
  partners: partners.invited,
}

/** All three levels, newest first. The summary is of the whole tree, regardless of the filters. */
export function listReferrals(db: Db, userId: string, query: PartnersQuery): Promise<PartnersPage> {
  const all = Array.from({ length: levels }, (_, at) => at + 1)
  return pageOf(db, { userId, invitedBy: userId, among: eq(partners.userId, userId), levels: all }, query)
}

/**
 * The direct partners of one partner. The summary is of all of them; below the third level there are none.
 * @throws Refusal not_found if the login is not in the investor's own three levels
 */
export async function listReferralsOf(
  db: Db,
  { userId, login }: { userId: string; login: string },
  query: PartnersQuery,
): Promise<PartnersPage> {
  const [partner] = await db
    .select({ id: partners.partnerId, level: partners.level })
    .from(partners)
    .where(and(eq(partners.userId, userId), eq(partners.loginKey, foldLogin(login))))
  if (!partner) throw new Refusal('not_found')
  const below = partner.level < levels ? [partner.level + 1] : []
  const among = and(eq(partners.userId, userId), eq(partners.invitedBy, partner.id))!
  return pageOf(db, { userId, invitedBy: partner.id, among, levels: below }, query)
}

interface Listed {
  userId: string
  /** Whose sums these are: of the investor's whole levels, or of what one partner has invited. */
  invitedBy: string
  among: SQL
  /** The levels that they may be on. */
  levels: number[]
}

async function pageOf(
  db: Db,
  { userId, invitedBy, among, levels: shown }: Listed,
  query: PartnersQuery,
): Promise<PartnersPage> {
  const { page, limit } = paging(query)
  const sums = await db
    .select()
    .from(partnerSums)
    .where(and(eq(partnerSums.userId, userId), eq(partnerSums.invitedBy, invitedBy)))
    .orderBy(asc(partnerSums.level))
  const onLevel = (level: number) => sums.find((one) => one.level === level)
  const where = and(
    among,
    query.level === undefined ? undefined : eq(partners.level, query.level),
    containingFolded(query.search, [partners.loginKey]),
  )
  const all = sums.reduce((total, row) => total + row.partners, 0)
  const filtered = query.level === undefined ? all : (onLevel(query.level)?.partners ?? 0)
  const total = query.search ? await db.$count(partners, where) : filtered
  return {
    items: await rowsOf(db, { userId, where }, query, total),
    total,
    page,
    limit,
    summary: {
      partners: all,
      turnover: sum(sums.map(({ turnover }) => turnover)),
      bonus: sum(sums.map(({ bonus }) => bonus)),
      accruals: sum(sums.map(({ accruals }) => accruals)),
      levels: shown.map((level) => {
        const { partners: count = 0, turnover = '0' } = onLevel(level) ?? {}
        return { level, partners: count, turnover }
      }),
    },
  }
}

/** The rows of a page. An index gives the logins of those before it and of the page; the rest is read for the page alone. */
async function rowsOf(
  db: Db,
  { userId, where }: { userId: string; where: SQL | undefined },
  query: PartnersQuery,
  total: number,
): Promise<PartnersPage['items']> {
  const { isReversed, offset, limit } = nearestEnd(query, total)
  const order = ordering(query, columns, 'registeredAt', partners.loginKey, isReversed)
  const onPage = db
    .select({ loginKey: partners.loginKey })
    .from(partners)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('on_page')
  const rows = await db
    .select({ row: partners, login: users.login })
    .from(onPage)
    .innerJoin(partners, and(eq(partners.userId, userId), eq(partners.loginKey, onPage.loginKey)))
    .innerJoin(users, eq(users.id, partners.partnerId))
    .orderBy(...ordering(query, columns, 'registeredAt', partners.loginKey))
  return rows.map(({ row, login }) => ({
    login,
    level: row.level,
    turnover: plain(row.turnover),
    bonus: plain(row.bonus),
    accruals: plain(row.accruals),
    held: plain(row.held),
    registeredAt: row.registeredAt.toISOString(),
    partners: row.invited,
  }))
}
