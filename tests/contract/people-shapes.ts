import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { type Sending } from './client'
import { signIn } from './people'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** The token of the newest invitation to an address, as its mail has it. */
export async function invitationTo(upstream: TestUpstream, email: string): Promise<string> {
  await upstream.here!.answered()
  const mail = upstream.here!.messages.findLast(({ recipient }) => recipient === email)
  return String(mail!.values['invitation']).split('/').at(-1)!
}

/** Each call about the operators themselves. */
export function peopleShapes(ask: Ask, upstreamOf: () => TestUpstream, requests: Set<Call>): void {
  const { operator, invitations } = contract

  it('invite an operator, and change what one may', async () => {
    const upstream = upstreamOf()
    const by = await signIn(upstream, 'operator')
    const email = 'vera@example.org'
    const sent = await ask(operator.inviteOperator, { email, role: 'editor' }, by)
    expect(sent).toMatchObject({ email, role: 'editor', by: 'operator' })
    const list = await ask(operator.operators, { search: 'operator' }, by)
    expect(list.invitations.map(({ id }) => id)).toContain(sent.id)
    expect(list.items[0]).toMatchObject({ login: 'operator', role: 'admin', suspended: null })
    expect(list.items[0]!.sessions).toBeGreaterThan(0)
    for (const call of [invitations.read, invitations.accept]) requests.add(call)
    if (upstream.here) {
      const token = await invitationTo(upstream, email)
      expect(await ask(invitations.read, { token })).toEqual({ email, role: 'editor', state: 'open' })
      const account = { token, login: 'vera', password: 'Nine quiet harbours' }
      expect(await ask(invitations.accept, account)).toMatchObject({ state: 'used' })
    }
    const revoked = await ask(operator.inviteOperator, { email: 'wanda@example.org', role: 'support' }, by)
    expect(await ask(operator.revokeInvitation, { id: revoked.id }, by)).toMatchObject({ id: revoked.id })

    const { items } = await ask(operator.operators, { search: 'editor' }, by)
    const { id } = items.find(({ login }) => login === 'editor')!
    const decide = (decision: string, role?: string) =>
      ask(operator.decideOperator, { id, decision, reason: 'Another desk.', ...(role && { role }) }, by)
    expect(await decide('change_role', 'support')).toMatchObject({ role: 'support' })
    expect(await decide('end_sessions')).toMatchObject({ sessions: 0 })
    expect((await decide('suspend')).suspended).toMatchObject({ reason: 'Another desk.' })
    expect((await decide('restore')).suspended).toBeNull()
    expect(await decide('change_role', 'editor')).toEqual(await ask(operator.operator, { id }, by))
  })
}
