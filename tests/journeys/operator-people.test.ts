import { test as base, expect } from 'vitest'
import { eq, isNull } from 'drizzle-orm'
import { contract } from '~/contract'
import { hourMs } from '../../backend/clock'
import { operatorInvitations } from '../../backend/db/schema/operator'
import { users } from '../../backend/db/schema/users'
import { ask, refusal } from '../contract/client'
import { withFourEyes } from '../contract/four-eyes'
import { signIn } from '../contract/people'
import { type TestUpstream } from '../contract/upstream'
import { startApp } from '../support/in-process-app'
import { demoOperator } from '../support/investor'
import { languages, textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, rowsOf } from '../support/visitor'

/** Operators are invited by a link that ends, and another admin changes what they may. */

/** The time by which links run out. */
const time = {
  aheadMs: 0,
  now: () => new Date(Date.now() + time.aheadMs),
}

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ clock: time })
  onCleanup(() => app.stop())
  return app
})

const password = 'Nine quiet harbours'
const people = '/operator/people'

async function enter(url: string, account: { login: string; password: string }, lng: 'ru' | 'en' = 'en') {
  const visitor = openVisitor(url, lng)
  const { login, password: own } = account
  const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', {
    login,
    password: own,
  })
  return { visitor, page }
}

for (const lng of languages)
  test(`an admin invites an operator, who sets a login and a password once, in ${lng}`, async ({ app }) => {
    const say = textsOf(lng)
    const { messages } = app.upstream.here!
    const { visitor: admin, page: start } = await enter(app.url, demoOperator, lng)
    const list = await admin.follow(start, say('operators:people.title'))
    expect(list.url.pathname).toBe(people)
    const own = rowsOf(list, 0).find(([login]) => login?.includes('operator'))!
    expect(own.join(' ')).toContain(say('operators:people.you'))

    const empty = await admin.press(list, 'name="email"', { email: 'nobody' })
    expect(empty.text).toContain(say('refusals:code.email_invalid'))
    const email = `nora-${lng}@example.org`
    const sent = await admin.press(list, 'name="email"', { email, role: 'support' })
    expect(sent.html).toContain(say('flash:invitationSent'))
    expect(sent.text).toContain(email)
    await app.upstream.here!.answered()
    const mail = messages.findLast(({ recipient }) => recipient === email)!
    expect(mail.kind).toBe('operator_invitation')
    const link = new URL(String(mail.values['invitation']))
    expect(sent.html).not.toContain(link.pathname)

    const invited = openVisitor(app.url, lng)
    const form = await invited.visit(link.pathname)
    expect(form.text).toContain(say('operators:invitation.lead', { role: say('operators:role.support') }))
    const login = `nora-${lng}`
    const taken = { login: 'OPERATOR', password, passwordRepeat: password }
    const refused = await invited.press(form, 'name="login"', taken)
    expect(refused.text).toContain(say('refusals:code.login_taken'))
    const done = await invited.press(refused, 'name="login"', { login, password, passwordRepeat: password })
    expect(done.textOf('main h1')).toBe(say('operators:invitation.used'))
    const twice = await invited.press(form, 'name="login"', {
      ...{ login: `${login}-2`, password, passwordRepeat: password },
    })
    expect([twice.status, twice.text]).toEqual([
      422,
      expect.stringContaining(say('operators:invitation.usedText')),
    ])

    const { visitor: nora, page } = await enter(app.url, { login, password }, lng)
    expect(page.url.pathname).toBe('/operator')
    expect(page.links(people)).toEqual([])
    expect((await nora.visit(people)).status).toBe(404)
    const after = await admin.visit(people)
    const row = rowsOf(after, 0).find(([name]) => name === login)!
    expect(row.join(' ')).toContain(say('operators:role.support'))
    // When they were last there, and how many sessions they have.
    expect(row.join(' ')).toMatch(/\d\d:\d\d/)
    expect(row.at(-1)).toBe('1')
    expect(after.text).not.toContain(email)
  })

test('an invitation ends when it is revoked, when another one is sent, and after two days', async ({
  app,
}) => {
  const say = textsOf('en')
  const { upstream } = app
  const { messages, db } = upstream.here!
  const by = await signIn(upstream, 'operator')
  const tokenOf = async (email: string) => {
    await upstream.here!.answered()
    const link = messages.findLast(({ recipient }) => recipient === email)!.values['invitation']
    return String(link).split('/').at(-1)!
  }
  const invite = (email: string) =>
    ask(upstream, contract.operator.inviteOperator, { email, role: 'cashier' }, by)
  const state = async (token: string) => (await ask(upstream, contract.invitations.read, { token })).state

  await db
    .update(operatorInvitations)
    .set({ revokedAt: new Date() })
    .where(isNull(operatorInvitations.acceptedAt))
  await invite('otto@example.org')
  const first = await tokenOf('otto@example.org')
  await invite('OTTO@example.org')
  const second = await tokenOf('otto@example.org')
  expect([await state(first), await state(second)]).toEqual(['expired', 'open'])

  const { visitor: admin } = await enter(app.url, demoOperator)
  const revoked = await admin.press(await admin.visit(people), say('operators:people.revoke'))
  expect(revoked.html).toContain(say('flash:invitationRevoked'))
  expect(await state(second)).toBe('expired')
  const over = await openVisitor(app.url, 'en').visit(`/invitation/${second}`)
  expect(over.textOf('main h1')).toBe(say('operators:invitation.expired'))

  await invite('pia@example.org')
  const third = await tokenOf('pia@example.org')
  expect(await state(third)).toBe('open')
  time.aheadMs = 48 * hourMs - 60_000
  expect(await state(third)).toBe('open')
  time.aheadMs = 48 * hourMs
  expect(await state(third)).toBe('expired')
  const late = { token: third, login: 'pia', password }
  expect((await refusal(upstream, contract.invitations.accept, late)).body.code).toBe('link_expired')
  for (const token of ['x'.repeat(43), 'y'.repeat(43)])
    expect((await openVisitor(app.url).visit(`/invitation/${token}`)).status).toBe(404)
})

test('another admin changes a role, suspends, ends sessions and restores, and each leaves a record', async ({
  app,
}) => {
  const say = textsOf('en')
  const { upstream } = app
  const by = await signIn(upstream, 'operator')
  const { visitor: admin } = await enter(app.url, demoOperator)
  const editor = { login: 'editor', password: 'Demo-editor-1' }
  const { visitor: colleague } = await enter(app.url, editor)
  const page = await admin.follow(await admin.visit(people), 'editor')
  const decide = async (visitor: Visitor, decision: string, values: Record<string, string>) =>
    visitor.press(await visitor.visit(`${page.url.pathname}?decision=${decision}`), 'name="reason"', values)

  const silent = await decide(admin, 'change_role', { role: 'support' })
  expect(silent.text).toContain(say('refusals:code.required'))
  const changed = await decide(admin, 'change_role', { role: 'support', reason: 'Answers letters now.' })
  expect(changed.html).toContain(say('flash:paymentDecided'))
  // At once, in the session that is open.
  expect((await colleague.visit('/operator/investors')).status).toBe(200)
  const same = await decide(admin, 'change_role', { role: 'support', reason: 'Again.' })
  expect(same.text).toContain(say('flash:inForceAlready'))

  await decide(admin, 'end_sessions', { reason: 'A lost laptop.' })
  expect((await colleague.visit('/operator')).url.pathname).toBe('/login')
  const { visitor: again } = await enter(app.url, editor)
  const suspended = await decide(admin, 'suspend', { reason: 'On leave.' })
  expect(suspended.text).toContain('On leave.')
  expect((await again.visit('/operator')).url.pathname).toBe('/login')
  const restored = await decide(admin, 'restore', { reason: 'Back again.' })
  expect(restored.text).not.toContain('On leave.')
  expect((await enter(app.url, editor)).page.url.pathname).toBe('/operator')

  const { items } = await ask(upstream, contract.operator.audit, { kind: 'operator' }, by)
  expect(items.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
    'operator.restore: Back again.',
    'operator.suspend: On leave.',
    'operator.end_sessions: A lost laptop.',
    'operator.change_role: Answers letters now.',
  ])
  expect(items[3]!.changes).toEqual([{ field: 'role', before: 'editor', after: 'support' }])
})

test('a page that was opened earlier undoes no decision that was made since, unless it is pressed again', async ({
  app,
}) => {
  const say = textsOf('en')
  const { visitor: admin } = await enter(app.url, demoOperator)
  const page = await admin.follow(await admin.visit(people), 'editor')
  const opened = (decision: string) => admin.visit(`${page.url.pathname}?decision=${decision}`)
  const press = (form: Answer, values: Record<string, string>) => admin.press(form, 'name="reason"', values)
  const roleIn = async () => (await opened('change_role')).$('[name="role"] [selected]').attr('value')

  await press(await opened('change_role'), { role: 'editor', reason: 'Writes again.' })
  const stale = await opened('change_role')
  await press(await opened('change_role'), { role: 'support', reason: 'Answers letters now.' })
  const late = await press(stale, { role: 'cashier', reason: 'Pays now.' })
  expect(late.text).toContain(say('refusals:code.changed_meanwhile'))
  expect(await roleIn()).toBe('support')
  await press(late, { role: 'editor' })
  expect(await roleIn()).toBe('editor')

  await press(await opened('suspend'), { reason: 'On leave.' })
  const restore = await opened('restore')
  await press(await opened('restore'), { reason: 'Back again.' })
  await press(await opened('suspend'), { reason: 'A lost laptop.' })
  const restored = await press(restore, { reason: 'Back from leave.' })
  expect(restored.text).toContain(say('refusals:code.changed_meanwhile'))
  expect((await admin.visit(page.url.pathname)).text).toContain('A lost laptop.')
  await press(restored, {})
  expect((await admin.visit(page.url.pathname)).text).not.toContain('A lost laptop.')
})

for (const lng of languages)
  test(`an operator reads why a proposal of the inviter is not theirs to approve within a week, in ${lng}`, async ({
    app,
  }) => {
    const say = textsOf(lng)
    const { upstream } = app
    await withFourEyes(upstream, async ({ first }) => {
      const own = { login: `guest-${lng}`, password }
      const email = `guest-${lng}@example.org`
      await ask(upstream, contract.operator.inviteOperator, { email, role: 'admin' }, first)
      await upstream.here!.answered()
      const mail = upstream.here!.messages.findLast(({ recipient }) => recipient === email)!
      const token = String(mail.values['invitation']).split('/').at(-1)!
      await ask(upstream, contract.invitations.accept, { token, ...own })
      const edit = { id: 'depth', dailyPercent: '2.41' }
      const { proposal } = await ask(upstream, contract.operator.editPlan, edit, first)
      const { visitor } = await enter(app.url, own, lng)
      const page = await visitor.visit(`/operator/approvals/${proposal!.id}`)
      const refused = await visitor.press(page, 'value="approve"', { decision: 'approve' })
      expect(refused.text).toContain(say('refusals:code.approver_not_independent'))
      expect(refused.text).toContain(say('operator:approvals.state.open'))
      const rejection = { decision: 'reject', reason: 'Too early.' }
      const rejected = await visitor.press(refused, 'value="reject"', rejection)
      expect(rejected.text).toContain(say('flash:proposalRejected'))
      // The tests below have two admins.
      const { items } = await ask(upstream, contract.operator.operators, { search: own.login }, first)
      const demotion = { id: items[0]!.id, decision: 'change_role', role: 'support', reason: 'A test.' }
      await ask(upstream, contract.operator.decideOperator, demotion, first)
    })
  })

test('the last admin keeps the role, nobody decides about themselves, and two who demote each other leave one', async ({
  app,
}) => {
  const { upstream } = app
  const by = await signIn(upstream, 'operator')
  const { items } = await ask(upstream, contract.operator.operators, {}, by)
  const idOf = (login: string) => items.find((one) => one.login === login)!.id
  const decide = (id: string, decision: string, token: { token: string }, role?: string) =>
    refusal(upstream, contract.operator.decideOperator, { id, decision, role, reason: 'A test.' }, token)
  for (const decision of ['suspend', 'end_sessions'])
    expect((await decide(idOf('operator'), decision, by)).body.fields).toMatchObject({
      decision: { code: 'decision_invalid' },
    })

  const other = await signIn(upstream, 'admin')
  const demote = (id: string, token: { token: string }) =>
    ask(
      upstream,
      contract.operator.decideOperator,
      { id, decision: 'change_role', role: 'editor', reason: 'A test.' },
      token,
    )
  const both = await Promise.allSettled([demote(idOf('admin'), by), demote(idOf('operator'), other)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('each role has the pages of its calls, and no link to another one', async ({ app }) => {
  const pages: Record<string, string[]> = {
    '/operator/investors': ['support', 'cashier'],
    '/operator/links': ['support', 'cashier'],
    '/operator/transfers': ['support', 'cashier'],
    '/operator/anomalies': ['support', 'cashier'],
    '/operator/audit': [],
    [people]: [],
  }
  for (const role of ['support', 'cashier', 'editor']) {
    const own = { login: `${role}-of-pages`, password }
    const { here } = app.upstream
    await ask(
      app.upstream,
      contract.operator.inviteOperator,
      { email: `${role}@pages.example.org`, role },
      await signIn(app.upstream, (await adminOf(here!.db)) as 'operator'),
    )
    await here!.answered()
    const mail = here!.messages.findLast(({ recipient }) => recipient === `${role}@pages.example.org`)!
    const token = String(mail.values['invitation']).split('/').at(-1)!
    await ask(app.upstream, contract.invitations.accept, { token, ...own })
    const { visitor, page } = await enter(app.url, own)
    const found = []
    for (const path of Object.keys(pages)) {
      const { status } = await visitor.visit(path)
      found.push(`${path} ${status} ${page.links(path).length > 0}`)
    }
    expect(found, role).toEqual(
      Object.entries(pages).map(([path, roles]) =>
        roles.includes(role) ? `${path} 200 true` : `${path} 404 false`,
      ),
    )
  }
})

/** The test before leaves one of two admins. */
async function adminOf(db: NonNullable<TestUpstream['here']>['db']): Promise<string> {
  const [admin] = await db.select().from(users).where(eq(users.operatorRole, 'admin'))
  return admin!.login
}
