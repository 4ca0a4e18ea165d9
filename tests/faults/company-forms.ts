import { eq, sql } from 'drizzle-orm'
import { hashOfSecret, newSecret } from '../../backend/auth/random-secret'
import { operatorInvitations } from '../../backend/db/schema/operator'
import { users } from '../../backend/db/schema/users'
import { proposals } from '../../backend/db/schema/operator'
import { newInvestor, topUp } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { textsOf } from '../support/texts'
import { type Answer } from '../support/visitor'
import {
  type ChangingForm,
  type OwnSession,
  amountOf,
  count,
  filledIn,
  hasFlash,
  reviewed,
} from './changing-form'

/** What the company does: its operator, and whoever plays it in a demonstration. */

const say = textsOf('en')

export const demoClockForm: ChangingForm<OwnSession> = {
  name: 'days of the demonstration',
  call: { method: 'POST', path: /^\/api\/ext\/demo\/clock$/ },
  key: null,
  perAccount: 40,
  prepare: async (session) =>
    String(await count(session, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)),
  fill: filledIn('/demo/clock', 'id="clock-days"', () => ({ days: '1' })),
  effects: async (session) =>
    (await count(session, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)) -
    Number(session.subject),
  isDone: hasFlash('flash:clockMoved'),
}

/** The forms on an investor's page: each of an investor of its own. */
const onInvestor = async ({ product: { backendUrl, db } }: OwnSession): Promise<string> => {
  const { login } = await newInvestor(backendUrl, { usdt: '100' })
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where login = ${login}`)
  return rows[0]!.id
}
const isInvestorsPage = ({ url }: Answer) => /^\/operator\/investors\/[^/]+$/.test(url.pathname)

const investorForms: ChangingForm<OwnSession>[] = [
  {
    name: 'suspension of an investor',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/users\/[^/]+\/decide$/ },
    ...{ key: 'upstream', reader: 'operator', perAccount: 40 },
    prepare: onInvestor,
    fill: (session) =>
      reviewed(
        filledIn(`/operator/investors/${session.subject}/suspend`, 'name="reason"', () => ({
          reason: 'Two accounts',
        })),
      )(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from audit_records where action = 'user.suspend' and subject_id = ${session.subject}`,
      ),
    isDone: isInvestorsPage,
  },
  {
    name: 'correction of a balance',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/investors\/[^/]+\/corrections$/ },
    ...{ key: 'upstream', reader: 'operator', perAccount: 40 },
    prepare: onInvestor,
    fill: (session) =>
      reviewed(
        filledIn(`/operator/investors/${session.subject}/correct`, 'name="amount"', () => ({
          ...{ direction: 'debit', currency: 'USDT', amount: '7', reason: 'Credited twice' },
        })),
      )(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from ledger_entries where type = 'correction' and user_id = ${session.subject}`,
      ),
    isDone: isInvestorsPage,
  },
  {
    name: 'contacts that an operator replaces',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/users\/[^/]+\/replace-contacts$/ },
    ...{ key: 'upstream', reader: 'operator', showsOutcome: true, perAccount: 40 },
    prepare: onInvestor,
    fill: (session) =>
      reviewed(
        filledIn(`/operator/investors/${session.subject}/replace-contacts`, 'name="email"', () => ({
          ...{ email: `new-${session.subject}@example.org`, reason: 'Lost both' },
        })),
      )(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from audit_records where action = 'user.replace_contacts' and subject_id = ${session.subject}`,
      ),
    isDone: isInvestorsPage,
  },
  {
    name: 'sessions that an operator ends',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/investors\/[^/]+\/end-sessions$/ },
    ...{ key: 'upstream', reader: 'operator', perAccount: 40 },
    prepare: onInvestor,
    fill: (session) =>
      filledIn(`/operator/investors/${session.subject}/end-sessions`, 'name="reason"', () => ({
        reason: 'Asked for',
      }))(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from audit_records where action = 'user.end_sessions' and subject_id = ${session.subject}`,
      ),
    isDone: isInvestorsPage,
  },
]

/** A correction of an investor's balance that another operator has proposed. */
async function proposedCorrection({ product: { backendUrl, db } }: OwnSession): Promise<string> {
  const { login } = await newInvestor(backendUrl, { usdt: '100' })
  const { rows } = await db.execute<{ id: string; colleague: string }>(
    sql`select id, (select id from users where login = 'admin') as colleague from users where login = ${login}`,
  )
  const [{ id: userId, colleague }] = rows as [{ id: string; colleague: string }]
  const amount = { direction: 'debit', currency: 'USDT', amount: '7' }
  const facts = Object.entries({ login, ...amount }).map(([name, value]) => ({
    ...{ name, before: value, after: value },
  }))
  const id = `of-${userId}`
  const now = Date.now()
  await db.insert(proposals).values({
    ...{ id, call: 'operator.correctBalance', subjectKind: 'correction', subjectId: userId, facts },
    input: { id: userId, ...amount, reason: 'Credited twice' },
    ...{ proposedBy: colleague, proposedAt: new Date(now), expiresAt: new Date(now + 86_400_000 * 400) },
  })
  return id
}

const approvalForms: ChangingForm<OwnSession>[] = [
  {
    name: 'approval of what another operator has proposed',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/proposals\/[^/]+\/decide$/ },
    ...{ key: 'upstream', reader: 'operator', perAccount: 40 },
    prepare: proposedCorrection,
    fill: (session) =>
      filledIn(`/operator/approvals/${session.subject}`, 'value="approve"', () => ({ decision: 'approve' }))(
        session,
      ),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from ledger_entries where type = 'correction' and user_id = substr(${session.subject}, 4)`,
      ),
    // What is decided has no form any more.
    isDone: ({ url, status, $ }) =>
      url.pathname.startsWith('/operator/approvals/') && status !== 404 && $('main form').length === 0,
    isUndone: ({ status, $ }) => status === 200 && $('main form').length > 0,
  },
  {
    name: 'rule of four eyes',
    call: { method: 'PATCH', path: /^\/api\/ext\/operator\/settings\/fourEyes$/ },
    ...{ key: null, reader: 'operator', perAccount: 40, changesOtherForms: true },
    fill: (session) =>
      filledIn('/operator/approvals/rule', 'name="payment"', (own) => ({
        ...{ rule: 'off', payment: amountOf(own), refill: '1000' },
      }))(session),
    // Set twice to the same value, it is changed once.
    effects: (session) =>
      count(
        session,
        sql`select count(*) from settings where key = 'fourEyes' and (value #>> '{over,payment}')::numeric = ${amountOf(session)}::numeric`,
      ),
    isDone: hasFlash('flash:ruleChanged'),
  },
]

const roleForm: ChangingForm<OwnSession> = {
  name: 'role of an operator',
  call: { method: 'POST', path: /^\/api\/ext\/operator\/operators\/[^/]+\/decide$/ },
  key: null,
  reader: 'operator',
  perAccount: 40,
  async prepare({ product: { db }, investor, cell }) {
    const id = `operator-${investor.login}-${cell}`
    const row = { id, login: `o${id}`.slice(-30), role: 'operator', operatorRole: 'editor' } as const
    await db.insert(users).values({ ...row, registeredAt: new Date() })
    return id
  },
  fill: (session) =>
    filledIn(`/operator/people/${session.subject}`, 'name="reason"', () => ({
      ...{ role: 'support', reason: 'Another desk.' },
    }))(session),
  effects: (session) =>
    count(
      session,
      sql`select count(*) from users where id = ${session.subject} and operator_role = 'support'`,
    ),
  isDone: (answer) => hasFlash('flash:paymentDecided')(answer) || hasFlash('flash:inForceAlready')(answer),
}

export const companyForms: ChangingForm<OwnSession>[] = [
  {
    name: 'transfer of a top-up',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/refills\/[^/]+\/pay$/ },
    key: null,
    perAccount: 6, // more addresses that nobody has paid to are refused
    async prepare(session) {
      // Accounts that have never paid may take a limited number of addresses together.
      if (session.cell === 0) await topUp(session.investor, '100')
      const { id } = await session.investor.ask('POST', '/funds/refills', {
        ...{ system: 'usdt-trc20', amount: amountOf(session) },
      })
      return id as string
    },
    fill: (session) =>
      filledIn(
        `/cabinet/top-up/${session.subject}`,
        `action="/demo/refills/${session.subject}/pay"`,
      )(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from refills where id = ${session.subject} and status = 'topped_up'`,
      ),
    isDone: ({ text }) => text.includes(say('common:status.refill.topped_up')),
    isUndone: ({ text }) => text.includes(say('common:status.refill.pending')),
  },
  {
    name: 'decision on a withdrawal',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/payments\/[^/]+\/decide$/ },
    key: null,
    perAccount: 20,
    async prepare({ investor }) {
      await topUp(investor, '100')
      return newPayment(investor, '50')
    },
    async fill(session) {
      const filled = await filledIn(`/cabinet/withdrawals/${session.subject}`, 'id="decide"')(session)
      return { ...filled, values: { decision: 'complete' } }
    },
    effects: (session) =>
      count(
        session,
        sql`select count(*) from payments where id = ${session.subject} and status = 'completed'`,
      ),
    // While it is open, its page has the form of the decision.
    isDone: ({ url, $ }) => url.pathname.startsWith('/cabinet/withdrawals/') && $('#decide').length === 0,
    isUndone: ({ $ }) => $('#decide').length > 0,
  },
  {
    name: 'rewards that are taken back',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/links\/[^/]+\/[^/]+\/take-back$/ },
    key: 'upstream',
    reader: 'operator',
    perAccount: 40,
    async prepare({ product: { backendUrl, db } }) {
      const inviter = await newInvestor(backendUrl)
      const partner = await newInvestor(backendUrl, { usdt: '300', inviter: inviter.login })
      await partner.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
      const ids = [inviter, partner].map(async ({ login }) => {
        const { rows } = await db.execute<{ id: string }>(sql`select id from users where login = ${login}`)
        return rows[0]!.id
      })
      return (await Promise.all(ids)).join('~')
    },
    fill: (session) =>
      filledIn(`/operator/links/${session.subject}`, 'name="reason"', () => ({ reason: 'One person' }))(
        session,
      ),
    effects: ({ subject, ...session }) =>
      count(
        { subject, ...session },
        sql`select count(*) from reward_blocks where user_id || '~' || partner_id = ${subject}`,
      ),
    // A pair that is decided has no form any more.
    isDone: ({ url, status, $ }) =>
      url.pathname.startsWith('/operator/links/') && status !== 404 && $('main textarea').length === 0,
    isUndone: ({ status, $ }) => status === 200 && $('main textarea').length > 0,
  },
  ...investorForms,
  ...approvalForms,
  roleForm,
  {
    name: 'saved view of a queue',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/views$/ },
    key: null,
    reader: 'own operator',
    perAccount: 15,
    fill: (session) =>
      filledIn('/operator/withdrawals?status=approved', 'id="view"', ({ mark }) => ({ name: mark }))(session),
    effects: ({ mark, ...session }) =>
      count({ mark, ...session }, sql`select count(*) from saved_views where name = ${mark}`),
    isDone: hasFlash('flash:viewSaved'),
  },
  {
    name: 'invitation of an operator',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/invitations$/ },
    key: null,
    reader: 'operator',
    perAccount: 40,
    prepare: ({ investor, cell }) => Promise.resolve(`operator-${investor.login}-${cell}@example.org`),
    fill: (session) =>
      filledIn('/operator/people', 'name="email"', ({ subject }) => ({ email: subject, role: 'support' }))(
        session,
      ),
    // Sent again it replaces the one before: one is open.
    effects: (session) =>
      count(
        session,
        sql`select count(*) from operator_invitations where email = lower(${session.subject}) and revoked_at is null`,
      ),
    isDone: hasFlash('flash:invitationSent'),
  },
  {
    name: 'revoked invitation',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/invitations\/[^/]+\/revoke$/ },
    key: null,
    reader: 'operator',
    perAccount: 40,
    async prepare(session) {
      const { id } = await storeInvitation(session)
      return id
    },
    fill: (session) => filledIn('/operator/people', `id="revoke-${session.subject}"`)(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from operator_invitations where id = ${session.subject} and revoked_at is not null`,
      ),
    isDone: hasFlash('flash:invitationRevoked'),
  },
  {
    name: 'accepted invitation',
    call: { method: 'POST', path: /^\/api\/ext\/invitations\/[^/]+$/ },
    key: null,
    showsOutcome: true,
    reader: 'visitor',
    perAccount: 1,
    prepare: async (session) => (await storeInvitation(session)).token,
    fill: (session) =>
      filledIn(`/invitation/${session.subject}`, 'name="passwordRepeat"', ({ subject }) => ({
        login: `i${subject.replaceAll(/[^a-z0-9]/gi, '').slice(0, 20)}`,
        ...{ password: 'Nine quiet harbours', passwordRepeat: 'Nine quiet harbours' },
      }))(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from operator_invitations where token_hash = ${hashOfSecret(session.subject)} and accepted_at is not null`,
      ),
    isDone: (answer) => answer.textOf('main h1') === say('operators:invitation.used'),
    isUndone: (answer) => answer.textOf('main h1') === say('operators:invitation.title'),
  },
]

/** An open invitation by the demonstration's operator. */
async function storeInvitation({ product: { db } }: OwnSession): Promise<{ id: string; token: string }> {
  const token = newSecret()
  const [operator] = await db.select({ id: users.id }).from(users).where(eq(users.login, 'operator'))
  const id = token.replaceAll('_', '-')
  const now = new Date()
  await db.insert(operatorInvitations).values({
    ...{ id, tokenHash: hashOfSecret(token), email: `${id}@example.org`, role: 'support' },
    ...{ invitedBy: operator!.id, createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) },
  })
  return { id, token }
}
