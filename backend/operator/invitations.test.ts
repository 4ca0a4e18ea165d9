import { expect, test } from 'vitest'
import { after } from '../../tests/support/funds'
import { describeCompany, hire, operatorContextOf, trailOf } from '../../tests/support/operator-context'
import { type Services } from '../services'
import { acceptInvitation, inviteOperator, openInvitations } from './invitations'
import { decideOperator } from './operators'

describeCompany('invitations of an admin', (company) => {
  const moment = after(1)
  const db = () => company.database.db

  /** What makes an invitation and accepts it; `token` is that of the last mail. */
  function openMailing() {
    const sent = { token: '' }
    const clock = { now: () => moment }
    const services = {
      ...{ db: db(), productClock: clock, realClock: clock, publicUrl: 'https://tideline.example' },
      newId: () => crypto.randomUUID(),
      passwords: { hash: () => Promise.resolve('a hash') },
      outbox: {
        post: (_tx: unknown, _userId: string, { values }: { values: { invitation: string } }) => {
          sent.token = values.invitation.split('/').at(-1)!
          return Promise.resolve('a message')
        },
      },
    } as unknown as Services // the services that invitations use
    const invite = (by: string, email: string) =>
      db().transaction((tx) =>
        inviteOperator(
          tx,
          services,
          { ...operatorContextOf(by, moment), operatorId: by },
          { email, role: 'admin', language: 'en' },
        ),
      )
    const accept = (token: string, login: string) =>
      acceptInvitation(services, {
        ...{ address: '192.0.2.7', device: 'a browser', token, login, password: 'Nine quiet harbours' },
      })
    return { sent, invite, accept }
  }

  test.each([
    ['is suspended', { decision: 'suspend' }],
    ['gets another role', { decision: 'change_role', role: 'support' }],
  ] as const)('end when the admin %s, and those of others stay', async (_what, decision) => {
    const { sent, invite, accept } = openMailing()
    const leaving = await hire(db())
    const login = `kai-${decision.decision.slice(0, 3)}`
    const { invitation } = await invite(leaving, `${login}@example.org`)
    const { token } = sent
    await invite(company.operatorId, `${login}-2@example.org`)
    const other = sent.token
    await db().transaction((tx) =>
      decideOperator(tx, company.operator(), { id: leaving, reason: 'A lost laptop.', ...decision }),
    )
    await expect(accept(token, login)).rejects.toMatchObject({ code: 'link_expired' })
    // A call that was let in before, and waited for this decision.
    await expect(invite(leaving, `${login}-3@example.org`)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await openInvitations(db(), moment)).map(({ id }) => id)).not.toContain(invitation.id)
    expect(await trailOf(db())).toContain(`invitation.revoke ${invitation.id} by ${company.operatorId}`)
    expect((await accept(other, login)).state).toBe('used')
  })

  test('stay when the sessions of the admin end, and the role of another operator changes', async () => {
    const { sent, invite, accept } = openMailing()
    const admin = await hire(db())
    await invite(admin, 'ona@example.org')
    const decide = (id: string, decision: 'end_sessions' | 'suspend') =>
      db().transaction((tx) =>
        decideOperator(tx, company.operator(), { id, reason: 'A lost phone.', decision }),
      )
    await decide(admin, 'end_sessions')
    await decide(await hire(db()), 'suspend')
    expect((await accept(sent.token, 'ona')).state).toBe('used')
  })
})
