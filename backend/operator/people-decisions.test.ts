import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorContextOf, hire, trailOf } from '../../tests/support/operator-context'
import { whereFound } from '../../tests/support/where-found'
import { after, at, firstDay, join, newId, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, temporaryFolder, testDatabase, serversFor } from '../../tests/support/postgres'
import { recordActivity } from '../activity/record'
import { callerOf, issueToken } from '../auth/tokens'
import { inquiries, savedViews } from '../db/schema/operator'
import { notifications, outbox } from '../db/schema/notifications'
import { storedFiles, verifications } from '../db/schema/people'
import { paymentSystems } from '../db/schema/settings'
import { users } from '../db/schema/users'
import { correctBalance } from '../funds/corrections'
import { balanceOf } from '../funds/balance'
import { requestRefill } from '../funds/refills'
import { openDeposit } from '../funds/deposits'
import { requestPayment } from '../funds/payments'
import { authorize } from '../api/access'
import { runDueJobs } from '../jobs/due-jobs'
import { postMessage } from '../outbox/outbox'
import { eraseDueFiles } from '../jobs/retention'
import { openFolder } from '../storage/folder'
import { type DecisionInput } from './decisions'
import { addNote } from './cases/notes'
import { decideInquiry } from './inquiries'
import { decideUser, operatorUser } from './users'
import { decideOnDocuments, verificationOf } from './verifications'

let database: TestDatabase
let operatorId: string
let userId: string

type Decide = typeof decideUser

describe.each(serversFor('people-decisions'))(
  "the operator's decisions about people, on the %s PostgreSQL",
  (server) => {
    beforeAll(async () => {
      database = await testDatabase({ server })
      await openCompany(database.db)
      operatorId = await hire(database.db)
    })
    beforeEach(async () => {
      userId = await join(database.db)
    })
    afterAll(() => database.drop())

    /** In a transaction of its own, as the route runs it. */
    const run = (decide: Decide, decision: DecisionInput, now = firstDay) =>
      database.db.transaction((tx) => decide(tx, operatorContextOf(operatorId, now), decision))
    const trail = async (id: string) =>
      (await trailOf(database.db)).filter((line) => line.includes(` ${id} `))
    const notified = async () => {
      const rows = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
      return rows.map(({ kind, values }) => [kind, values.reason ?? null])
    }

    async function paperOf(ownerId: string, eraseAfter: Date): Promise<void> {
      const what = { field: 'photoDocument', mediaType: 'image/png', bytes: 3 }
      const paper = { id: newId(), owner: 'verification', ownerId, storedAt: firstDay, eraseAfter } as const
      await database.db.insert(storedFiles).values({ ...paper, ...what })
    }

    async function withdrawal(): Promise<string> {
      await topUp(database.db, { userId, amount: '200' })
      const request = { userId, systemId: 'usdt-trc20', amount: '50', wallet: wallets['usdt-trc20'] }
      return (await database.db.transaction((tx) => requestPayment(tx, at(firstDay), request))).id
    }
    async function handIn(): Promise<string> {
      const id = newId()
      await database.db.insert(verifications).values({
        id,
        userId,
        fullName: 'Kai Rannik',
        birthDate: '1990-02-03',
        maritalStatus: 'single',
        documentNumberMasked: '••••4321',
        submittedAt: firstDay,
      })
      await database.db.update(users).set({ verification: 'in_process' }).where(eq(users.id, userId))
      return id
    }
    async function inquire(kind: 'message' | 'deletion' | 'not_me'): Promise<string> {
      const id = newId()
      const asker = kind !== 'message' ? { userId } : { email: 'kai@example.org', message: 'When?' }
      await database.db.insert(inquiries).values({ id, kind, ...asker, createdAt: firstDay })
      return id
    }

    describe('an account', () => {
      test('is suspended with a reason that its bearers get, and restored', async () => {
        const { db } = database
        const now = new Date()
        const token = await issueToken(db, { id: newId(), userId, now, device: null, address: '::1' })
        await run(decideUser, { id: userId, decision: 'suspend', reason: 'A second account.' })
        const shown = await operatorUser(db, userId, { now: firstDay, language: 'en' })
        expect(shown.suspended).toEqual({ reason: 'A second account.', since: firstDay.toISOString() })
        const requestCount = () =>
          authorize({ access: 'investor' }, `Bearer ${token}`, { db, now, demo: false })
        await expect(requestCount()).rejects.toMatchObject({
          code: 'account_suspended',
          params: { reason: 'A second account.' },
        })

        await run(decideUser, { id: userId, decision: 'restore' })
        expect((await requestCount())?.user.id).toBe(userId)
        expect(await callerOf(db, token, now)).toMatchObject({
          user: { suspendedAt: null, suspendedReason: null },
        })
        expect(await trail(userId)).toEqual([
          `user.suspend ${userId} by ${operatorId}: A second account.`,
          `user.restore ${userId} by ${operatorId}`,
        ])
      })

      test('is suspended once, and restored only when it is suspended', async () => {
        const suspend = { id: userId, decision: 'suspend', reason: 'Asked for.' } as const
        const decided = { code: 'already_decided' }
        await expect(run(decideUser, { id: userId, decision: 'restore' })).rejects.toMatchObject(decided)
        await run(decideUser, suspend)
        await expect(run(decideUser, { ...suspend, reason: 'Again.' })).rejects.toMatchObject(decided)
        expect(await trail(userId)).toHaveLength(1)
      })

      test("of an operator can't be suspended so, and no account without a reason", async () => {
        const own = { id: operatorId, decision: 'suspend', reason: 'Holidays.' } as const
        await expect(run(decideUser, own)).rejects.toMatchObject({ code: 'not_found' })
        const silent = { id: userId, decision: 'suspend' } as const
        await expect(run(decideUser, silent)).rejects.toMatchObject({ code: 'validation', field: 'reason' })
      })
    })

    describe('documents', () => {
      test('that are approved allow what requires verification', async () => {
        const system = eq(paymentSystems.id, 'usdt-trc20')
        await database.db
          .update(paymentSystems)
          .set({ paymentRequires: ['verification'] })
          .where(system)
        const id = await handIn()
        await expect(withdrawal()).rejects.toMatchObject({ code: 'verification_required' })
        await run(decideOnDocuments, { id, decision: 'approve' })
        expect(await verificationOf(database.db, id)).toMatchObject({ status: 'successful', reason: null })
        expect(await withdrawal()).toEqual(expect.any(String))
        expect(await trail(id)).toEqual([`verification.approve ${id} by ${operatorId}`])
        await database.db
          .update(paymentSystems)
          .set({ paymentRequires: ['refill'] })
          .where(system)
      })

      test('are rejected with a reason, once', async () => {
        const id = await handIn()
        await run(decideOnDocuments, { id, decision: 'reject', reason: 'The number can’t be read.' })
        expect(await verificationOf(database.db, id)).toMatchObject({
          status: 'rejected',
          reason: 'The number can’t be read.',
          owner: { id: userId },
          person: { fullName: 'Kai Rannik', birthDate: '1990-02-03' },
        })
        expect(await operatorUser(database.db, userId, { now: firstDay, language: 'en' })).toMatchObject({
          verification: 'rejected',
        })
        const again = run(decideOnDocuments, { id, decision: 'approve' })
        await expect(again).rejects.toMatchObject({ code: 'already_decided' })
      })
    })

    describe('an inquiry', () => {
      test('is completed once', async () => {
        const id = await inquire('message')
        await run(decideInquiry, { id, decision: 'complete' })
        const again = run(decideInquiry, { id, decision: 'complete' })
        await expect(again).rejects.toMatchObject({ code: 'already_decided' })
        expect(await trail(id)).toEqual([`inquiry.complete ${id} by ${operatorId}`])
      })

      const reason = 'Profile and documents are erased; the ledger is kept as the law asks.'

      test('for deletion is rejected with the reason, which its sender gets', async () => {
        const id = await inquire('deletion')
        const silent = run(decideInquiry, { id, decision: 'reject' })
        await expect(silent).rejects.toMatchObject({ code: 'validation', field: 'reason' })
        await run(decideInquiry, { id, decision: 'reject', reason })
        expect(await notified()).toEqual([['deletion_answered', reason]])
        expect(await trail(id)).toEqual([`inquiry.reject ${id} by ${operatorId}: ${reason}`])
        const other = await inquire('message')
        const misfit = run(decideInquiry, { id: other, decision: 'reject', reason })
        await expect(misfit).rejects.toMatchObject({ code: 'validation', field: 'decision' })
      })

      test('for deletion forfeits a balance too small for any withdrawal, and no more', async () => {
        const { db, pool } = database
        const rest = async (amount: string, currency = 'USDT') =>
          db.transaction((tx) =>
            correctBalance(tx, at(firstDay), { userId, currency, amount, reason: 'A gift of the house.' }),
          )
        await rest('12.5')
        // 7.5 USDT: with the others 20, the minimum of a withdrawal.
        await rest('0.00015', 'BTC')
        const id = await inquire('deletion')
        const complete = () => run(decideInquiry, { id, decision: 'complete', reason })
        await expect(complete()).rejects.toMatchObject({ code: 'validation', field: 'decision' })
        await rest('-0.000001')
        await complete()
        const { rows } = await pool.query(
          `select line.currency, trim_scale(line.amount)::text as amount from ledger_lines line
        join ledger_entries entry on entry.id = line.entry_id
        where line.user_id = $1 and entry.reason = 'rest_given_up' order by 1`,
          [userId],
        )
        expect(rows).toEqual([
          { currency: 'BTC', amount: '-0.00015' },
          { currency: 'USDT', amount: '-12.499999' },
        ])
        const left = await pool.query('select 1 from ledger_accounts where user_id = $1 and balance <> 0', [
          userId,
        ])
        expect(left.rowCount).toBe(0)
      })

      test('for deletion forfeits held rewards with the rest, or waits for them', async () => {
        const { db, pool } = database
        const partnerId = await join(db, userId)
        await topUp(db, { userId: partnerId, amount: '400' })
        const open = (amount: string) =>
          db.transaction((tx) =>
            openDeposit(tx, at(firstDay), { userId: partnerId, planId: 'breeze', currency: 'USDT', amount }),
          )
        await open('200')
        const id = await inquire('deletion')
        await db.transaction((tx) =>
          correctBalance(tx, at(firstDay), { userId, currency: 'USDT', amount: '6', reason: 'A gift.' }),
        )
        // 14 held and 6: the minimum of a withdrawal.
        const complete = () => run(decideInquiry, { id, decision: 'complete', reason })
        await expect(complete()).rejects.toMatchObject({ code: 'validation', field: 'decision' })
        await db.transaction((tx) =>
          correctBalance(tx, at(firstDay), {
            userId,
            currency: 'USDT',
            amount: '-1',
            reason: 'Not so much.',
          }),
        )
        await complete()
        const { rows } = await pool.query(
          `select kind, balance::float8 as balance from ledger_accounts where user_id = $1 order by 1`,
          [userId],
        )
        expect(rows).toEqual([
          { kind: 'balance', balance: 0 },
          { kind: 'rewards_held', balance: 0 },
        ])
        // The partner's first term ends, and no reward is held any more.
        await runDueJobs(db, at(after(50)))
        const left = await pool.query('select 1 from ledger_accounts where user_id = $1 and balance <> 0', [
          userId,
        ])
        expect(left.rowCount).toBe(0)
      })

      test('for deletion is refused while a top-up is open, whatever the balance', async () => {
        await database.db.transaction(async (tx) => {
          await requestRefill(tx, at(firstDay), { userId, systemId: 'usdt-trc20', amount: '50' })
          await correctBalance(tx, at(firstDay), { userId, currency: 'USDT', amount: '1', reason: 'A gift.' })
        })
        const id = await inquire('deletion')
        const waiting = run(decideInquiry, { id, decision: 'complete', reason })
        await expect(waiting).rejects.toMatchObject({ code: 'validation', field: 'decision' })
        expect((await balanceOf(database.db, userId, firstDay)).balance).toBe('1')
      })

      test('for deletion is completed by erasing the person; the ledger stays complete', async () => {
        const { db, pool } = database
        await topUp(db, { userId, amount: '100' })
        await db.update(users).set({ rank: 'spark' }).where(eq(users.id, userId))
        const partnerId = await join(db, userId)
        await topUp(db, { userId: partnerId, amount: '200' })
        const email = `${userId}@example.org`
        const person = { email, phone: `+370${Date.now()}`, passwordHash: 'x', telegram: 'kai', city: 'Nida' }
        await db.update(users).set(person).where(eq(users.id, userId))
        const rejected = await handIn()
        await run(decideOnDocuments, { id: rejected, decision: 'reject', reason: 'Blurred.' })
        const accepted = await handIn()
        await run(decideOnDocuments, { id: accepted, decision: 'approve' })
        const origin = { device: 'Lynx', address: '192.0.2.1' }
        const bearer = { id: newId(), userId, now: firstDay, ...origin }
        await recordActivity(db, newId, { userId, at: firstDay, kind: 'signed_in', origin })
        const token = await issueToken(db, bearer)
        // Inquiries sent from these addresses, in any spelling, and from a former one.
        const request = { createdAt: firstDay, name: 'Kai the visitor' }
        const applicationId = newId()
        await db.insert(inquiries).values([
          {
            id: newId(),
            kind: 'message',
            email: ` ${email.toUpperCase()}`,
            message: 'My old flat',
            ...request,
          },
          { id: newId(), kind: 'subscriber', email, createdAt: firstDay },
          { id: applicationId, kind: 'application', phone: person.phone, vacancyId: 'lawyer', ...request },
          {
            id: newId(),
            kind: 'message',
            email: 'else@example.org',
            message: 'Somebody else',
            createdAt: firstDay,
          },
        ])
        // Operators wrote to each other about the person, on the account and on its cases.
        const [message] = await db.select().from(inquiries).where(eq(inquiries.message, 'My old flat'))
        const answered = await inquire('not_me')
        const answer = 'Dear Kai, nobody was there.'
        await db.update(inquiries).set({ status: 'done', answer }).where(eq(inquiries.id, answered))
        for (const subject of [
          { queue: 'investors', id: userId },
          { queue: 'verifications', id: accepted },
          { queue: 'verifications', id: rejected },
          { queue: 'inquiries', id: message!.id },
          { queue: 'inquiries', id: answered },
        ] as const)
          await db.transaction((tx) =>
            addNote(tx, operatorContextOf(operatorId, firstDay), { ...subject, text: 'Kai has a twin.' }),
          )
        // Searches for the person, and for somebody else, that an operator keeps.
        const view = { operatorId, queue: 'inquiries', createdAt: firstDay } as const
        await db.insert(savedViews).values([
          {
            ...view,
            id: newId(),
            name: 'A',
            filters: new URLSearchParams({ search: email.toUpperCase() }).toString(),
          },
          { ...view, id: newId(), name: `of ${person.phone}`, filters: '' },
          { ...view, id: newId(), name: 'B', filters: 'search=somebody' },
        ])
        expect((await whereFound(pool, ['Kai has a twin', 'Dear Kai'])).sort()).toEqual([
          'case_notes',
          'inquiries',
        ])
        const letter = { channel: 'email', kind: 'email_changed', values: {}, language: 'en' } as const
        const earlier = { ...letter, recipient: 'before@example.org' }
        await postMessage(db, { id: newId(), userId, createdAt: firstDay }, earlier)
        const id = await inquire('deletion')
        const holding = run(decideInquiry, { id, decision: 'complete', reason })
        await expect(holding).rejects.toMatchObject({ code: 'validation', field: 'decision' })

        const away = { userId, currency: 'USDT', amount: '-100', reason: 'Paid out by hand.' }
        await db.transaction((tx) => correctBalance(tx, at(firstDay), away))
        const lines = 'select * from ledger_lines where user_id = $1 order by seq'
        const before = (await pool.query(lines, [userId])).rows
        await run(decideInquiry, { id, decision: 'complete', reason })
        // Partners bring no more rewards to an erased account.
        const opening = { userId: partnerId, planId: 'breeze', currency: 'USDT', amount: '100' }
        await db.transaction((tx) => openDeposit(tx, at(firstDay), opening))
        await runDueJobs(db, at(after(2)))
        expect((await pool.query(lines, [userId])).rows).toEqual(before)
        expect(await callerOf(db, token, firstDay)).toBeNull()
        expect(await whereFound(pool, [email, person.phone, 'Nida', 'Lynx'])).toEqual(['outbox'])
        expect(
          await whereFound(pool, ['before@example', 'Kai the visitor', 'My old flat', applicationId]),
        ).toEqual([])
        expect(await whereFound(pool, ['Kai has a twin', 'Dear Kai'])).toEqual([])
        expect(await whereFound(pool, ['Somebody else'])).toEqual(['inquiries'])
        const views = await db.select().from(savedViews).where(eq(savedViews.operatorId, operatorId))
        expect(views.map(({ name }) => name)).toEqual(['B'])
        // Nothing more is written about the person.
        const late = { queue: 'verifications', id: accepted, text: 'Was Kai.' } as const
        const noting = db.transaction((tx) => addNote(tx, operatorContextOf(operatorId, firstDay), late))
        await expect(noting).rejects.toMatchObject({ code: 'not_found' })
        const lastMessage = await db.select().from(outbox).where(eq(outbox.recipient, email))
        expect(lastMessage).toMatchObject([{ kind: 'account_erased', values: { reason } }])
        // Only the data that the law requires are kept.
        const kept = await db.select().from(verifications).where(eq(verifications.userId, userId))
        expect(kept.map((row) => row.id)).toEqual([accepted])
        await paperOf(accepted, after(10))
        const storage = await openFolder(temporaryFolder(), randomBytes(32))
        await eraseDueFiles(db, storage, after(9))
        expect(await whereFound(pool, ['Kai Rannik'])).toContain('verifications')
        await eraseDueFiles(db, storage, after(10))
        const gone = await db.select().from(verifications).where(eq(verifications.userId, userId))
        expect(gone).toEqual([])
      })
    })

    test.each([
      [decideUser, { decision: 'restore' }],
      [decideOnDocuments, { decision: 'approve' }],
      [decideInquiry, { decision: 'complete' }],
    ] as const)('an unknown id is not found', async (decide: Decide, decision) => {
      await expect(run(decide, { id: 'none', ...decision })).rejects.toMatchObject({ code: 'not_found' })
    })
  },
)
