import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { locks } from '../../backend/db/locks'
import { operatorInvitations } from '../../backend/db/schema/operator'
import { users } from '../../backend/db/schema/users'
import { ask } from './client'
import { newInvestor, signIn } from './people'
import { invitationTo } from './people-shapes'
import { type Refusals } from './refusals'

const { operator, invitations } = contract
const password = 'Nine quiet harbours'

/** Refusals of the calls about the operators themselves. */
export function peopleRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('operators: what is not there, or is decided', async () => {
    const { upstream } = refusals
    const by = await signIn(upstream, 'operator')
    const reason = 'Another desk.'
    await refused('not_found', operator.operator, { id: 'none' }, by)
    const investor = await newInvestor(upstream)
    await refused('not_found', operator.operator, { id: investor.id }, by)
    for (const id of ['none', investor.id])
      await refused('not_found', operator.decideOperator, { id, decision: 'suspend', reason }, by)
    await refused('not_found', operator.revokeInvitation, { id: 'none' }, by)
    // What is decided about accounts of investors is not decided about operators.
    const { items } = await ask(upstream, operator.operators, {}, by)
    const idOf = (login: string) => items.find((one) => one.login === login)!.id
    const suspension = { id: idOf('support'), decision: 'suspend', reason }
    await refused('not_found', operator.decideUser, suspension, by)
    const support = { id: idOf('support'), decision: 'change_role', role: 'support', reason }
    await refused('already_decided', operator.decideOperator, support, by)
    await refused('already_decided', operator.decideOperator, { ...support, decision: 'restore' }, by)
    const { fields } = await refused(
      'validation',
      operator.decideOperator,
      { ...support, role: undefined },
      by,
    )
    expect(Object.keys(fields ?? {})).toEqual(['role'])
    const invitation = { email: 'wim@example.org', role: 'support' }
    const { id } = await ask(upstream, operator.inviteOperator, invitation, by)
    // The first answer may have been lost: what is revoked already is told so again.
    for (let times = 0; times < 2; times += 1) await ask(upstream, operator.revokeInvitation, { id }, by)
    if (upstream.here) {
      const accepted = await ask(upstream, operator.inviteOperator, invitation, by)
      const ofId = eq(operatorInvitations.id, accepted.id)
      await upstream.here.db.update(operatorInvitations).set({ acceptedAt: new Date() }).where(ofId)
      await refused('already_decided', operator.revokeInvitation, { id: accepted.id }, by)
    }
    await refused('email_taken', operator.inviteOperator, { ...invitation, email: investor.email }, by)
  })

  it('operators: the last admin', async () => {
    const { upstream } = refusals
    const by = await signIn(upstream, 'operator')
    const { items } = await ask(upstream, operator.operators, {}, by)
    const idOf = (login: string) => items.find((one) => one.login === login)!.id
    const decide = (login: string, decision: string, role?: string) => ({
      ...{ id: idOf(login), decision, reason: 'A test.' },
      ...(role && { role }),
    })
    // Only two admins at once can come to it: the one who decides is no admin any more when the decision's turn comes.
    if (!upstream.here) return
    const { db } = upstream.here
    await ask(upstream, operator.decideOperator, decide('cashier', 'change_role', 'admin'), by)
    const cashier = await signIn(upstream, 'cashier')
    const others = and(eq(users.operatorRole, 'admin'), ne(users.login, 'operator'))
    const admins = items.filter(({ role }) => role === 'admin').map(({ login }) => login)
    const refusal = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.operators})`)
      const deciding = refused('last_admin', operator.decideOperator, decide('operator', 'suspend'), cashier)
      const isWaiting = async () => {
        const { rows } = await db.execute(
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        return rows.length > 0
      }
      await expect.poll(isWaiting).toBe(true)
      await tx.update(users).set({ operatorRole: 'cashier' }).where(others)
      return { deciding }
    })
    await refusal.deciding
    await db.update(users).set({ operatorRole: 'admin' }).where(inArray(users.login, admins))
    expect((await ask(upstream, operator.self, {}, by)).role).toBe('admin')
  })

  it('operators: an invitation that is over, and a login or password that can’t be', async () => {
    const { upstream } = refusals
    const by = await signIn(upstream, 'operator')
    const account = { login: 'xenia', password }
    for (const call of [invitations.read, invitations.accept])
      await refused('not_found', call, { token: 'x'.repeat(43), ...account })
    if (!upstream.here) return
    const email = 'xenia@example.org'
    await ask(upstream, operator.inviteOperator, { email, role: 'cashier' }, by)
    const token = await invitationTo(upstream, email)
    await refused('login_taken', invitations.accept, { token, ...account, login: 'OPERATOR' })
    await refused('password_too_simple', invitations.accept, { token, ...account, password: 'password1' })
    const { id } = await newInvestor(upstream)
    const holds = { email: users.email, login: users.login }
    const [held] = await upstream.here.db.select(holds).from(users).where(eq(users.id, id))
    await upstream.here.db.update(users).set({ email }).where(eq(users.id, id))
    await refused('email_taken', invitations.accept, { token, ...account })
    await upstream.here.db.update(users).set({ email: held!.email }).where(eq(users.id, id))
    await ask(upstream, invitations.accept, { token, ...account })
    await refused('link_expired', invitations.accept, { token, ...account })
  })
}
