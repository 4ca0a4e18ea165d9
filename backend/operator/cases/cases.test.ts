import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { describeCompany, hire, operatorContextOf, trailOf } from '../../../tests/support/operator-context'
import { after, at, firstDay, join, topUp, wallets } from '../../../tests/support/funds'
import { caseAssignments, inquiries } from '../../db/schema/operator'
import { notifications, outbox } from '../../db/schema/notifications'
import { requestPayment } from '../../funds/payments'
import { type Services } from '../../services'
import { decidePayment } from '../payments'
import { decideInquiry } from '../inquiries'
import { caseInvestor } from './case-investor'
import { assignmentMs, assignmentOf, releaseCase, takeCase } from './assignments'
import { decideCase } from './decide-case'
import { nextCase } from './next-case'
import { addNote, notesOf } from './notes'
import { previewDecision } from './preview-decision'

/** No case here is completed, so that no message about a transfer is sent. */
const services = {} as Services

describeCompany('work on cases', (company) => {
  let other: string
  let userId: string
  const db = () => company.database.db
  const by = (operatorId: string, now = firstDay) => operatorContextOf(operatorId, now)

  beforeEach(async () => {
    userId = await join(db())
    other = await hire(db())
  })

  async function withdrawal(amount = '50', now = firstDay): Promise<{ queue: 'payments'; id: string }> {
    await topUp(db(), { userId, amount: '200', now })
    const request = { userId, systemId: 'usdt-trc20', amount, wallet: wallets['usdt-trc20'] }
    const { id } = await db().transaction((tx) => requestPayment(tx, at(now), request))
    return { queue: 'payments', id }
  }
  const take = (operatorId: string, subject: Parameters<typeof takeCase>[2], now = firstDay) =>
    db().transaction((tx) => takeCase(tx, by(operatorId, now), subject))

  test('a case that one has taken can be decided by nobody else, until it is taken over', async () => {
    const subject = await withdrawal()
    await take(company.operatorId, subject)
    await expect(take(other, subject)).rejects.toMatchObject({ code: 'case_taken' })
    const approve = (operatorId: string) =>
      db().transaction((tx) => decideCase(tx, services, by(operatorId), { ...subject, decision: 'approve' }))
    await expect(approve(other)).rejects.toMatchObject({ code: 'case_taken' })
    await take(other, { ...subject, over: true })
    await expect(approve(company.operatorId)).rejects.toMatchObject({ code: 'case_taken' })
    await approve(other)
    expect(await db().$count(caseAssignments, eq(caseAssignments.subjectId, subject.id))).toBe(0)
    const trail = (await trailOf(db())).filter((line) => line.includes(subject.id))
    expect(trail.map((line) => line.split(' ')[0])).toEqual([
      'payment.take',
      'payment.take_over',
      'payment.approve',
    ])
  })

  test('of two that take a case at once one has it', async () => {
    const subject = await withdrawal()
    const answers = await Promise.allSettled([take(company.operatorId, subject), take(other, subject)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('an assignment ends by itself', async () => {
    const subject = await withdrawal()
    await take(company.operatorId, subject)
    const { realNow } = by(other)
    const justBefore = new Date(realNow.getTime() + assignmentMs - 1)
    expect(await assignmentOf(db(), subject, justBefore)).not.toBeNull()
    expect(await assignmentOf(db(), subject, new Date(realNow.getTime() + assignmentMs))).toBeNull()
  })

  test('a case is given back by whoever has it', async () => {
    const subject = await withdrawal()
    await take(company.operatorId, subject)
    const release = (operatorId: string) => db().transaction((tx) => releaseCase(tx, by(operatorId), subject))
    await expect(release(other)).rejects.toMatchObject({ code: 'case_taken' })
    await release(company.operatorId)
    await take(other, subject)
  })

  test('the next case is the next one due that nobody else has taken, then the first', async () => {
    const [first, second, third] = [
      await withdrawal('50', after(0)),
      await withdrawal('50', after(1)),
      await withdrawal('50', after(2)),
    ]
    const reader = { operatorId: company.operatorId, realNow: by(other).realNow }
    expect(await nextCase(db(), first, reader)).toBe(second.id)
    await take(other, second)
    expect(await nextCase(db(), first, reader)).toBe(third.id)
    expect(await nextCase(db(), first, { ...reader, operatorId: other })).toBe(second.id)
    await db().transaction((tx) => decidePayment(tx, by(other), { id: third.id, decision: 'approve' }))
    expect(await nextCase(db(), first, reader)).not.toBe(third.id)
  })

  test('a preview is what the investor reads then, and decides nothing', async () => {
    const subject = await withdrawal()
    const decision = { ...subject, decision: 'reject', reason: 'Another <network>, please.' } as const
    const operator = by(company.operatorId)
    const preview = await previewDecision(db(), services, operator, decision)
    const written = async () =>
      (await db().select().from(notifications).where(eq(notifications.userId, userId))).map(
        ({ kind }) => kind,
      )
    expect(await written()).toEqual(['refill_credited'])
    expect(preview.notification).toContain('Another <network>, please.')
    expect(await trailOf(db())).not.toContainEqual(expect.stringContaining(`payment.reject ${subject.id}`))
    await db().transaction((tx) => decideCase(tx, services, operator, decision))
    expect((await written()).toSorted()).toEqual(['payment_rejected', 'refill_credited'])
    await expect(previewDecision(db(), services, operator, decision)).rejects.toMatchObject({
      code: 'already_decided',
    })
  })

  test('a preview reads only what is written for the investor, however much the company writes', async () => {
    const subject = await withdrawal()
    const crowd = await join(db())
    await company.database.pool.query(
      `insert into notifications (id, user_id, type, kind, values, created_at)
       select 'crowd-' || n, $1, 'other', 'crowd', '{}', now() from generate_series(1, 5000) as n`,
      [crowd],
    )
    await company.database.pool.query(
      `insert into outbox (id, channel, recipient, kind, values, language, created_at)
       select 'crowd-' || n, 'email', 'crowd-' || n || '@example.org', 'crowd', '{}', 'en', now()
       from generate_series(1, 5000) as n`,
    )
    await company.database.pool.query('vacuum (analyze) notifications, outbox')
    const decision = { ...subject, decision: 'reject', reason: 'Another network, please.' } as const
    const read = await db().transaction(async (tx) => {
      const soFar = async () => {
        const { rows } = await tx.execute<{ count: string }>(sql`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as count from pg_stat_xact_user_tables
          where relname in ('notifications', 'outbox')`)
        return Number(rows[0]!.count)
      }
      const before = await soFar()
      await previewDecision(tx, services, by(company.operatorId), decision)
      return (await soFar()) - before
    })
    expect(read).toBeLessThan(100)
  })

  test('an answer to a message goes to its sender, in the language of the message', async () => {
    const id = randomUUID()
    const message = { kind: 'message', name: 'Ona', email: 'ona@example.org', message: 'When?' } as const
    await db()
      .insert(inquiries)
      .values({ id, ...message, language: 'en', createdAt: firstDay })
    const decision = { id, decision: 'complete', answer: 'On weekdays.' } as const
    const preview = await previewDecision(db(), services, by(other), { queue: 'inquiries', ...decision })
    expect(preview).toEqual({
      language: 'en',
      notification: null,
      mails: [{ subject: 'The answer to your message', text: 'On weekdays.\n\nYou wrote:\nWhen?' }],
      needsSecond: false,
    })
    await db().transaction((tx) => decideInquiry(tx, by(other), decision))
    const sent = await db().select().from(outbox).where(eq(outbox.recipient, 'ona@example.org'))
    expect(sent).toMatchObject([{ kind: 'inquiry_answered', values: { answer: 'On weekdays.' } }])
  })

  test('notes are read newest first', async () => {
    const subject = await withdrawal()
    for (const [place, text] of ['Called.', 'No answer.'].entries())
      await db().transaction((tx) => addNote(tx, by(other, after(0, place)), { ...subject, text }))
    const { notes, noteCount } = await notesOf(db(), subject)
    expect(notes.map(({ text }) => text)).toEqual(['No answer.', 'Called.'])
    expect(noteCount).toBe(2)
  })

  test('notes are read a page at a time', async () => {
    const subject = await withdrawal()
    const texts = Array.from({ length: 43 }, (_, place) => `Note ${place}`)
    for (const [place, text] of texts.entries())
      await db().transaction((tx) => addNote(tx, by(other, after(0, place)), { ...subject, text }))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => notesOf(db(), subject, page)))
    expect(pages.map(({ notes }) => notes.length)).toEqual([20, 20, 3, 0])
    expect(pages.flatMap(({ notes }) => notes.map(({ text }) => text))).toEqual(texts.reverse())
    expect(pages.map(({ noteCount }) => noteCount)).toEqual([43, 43, 43, 43])
  })

  test('an investor is shown with balances, history and the accounts of the same wallet', async () => {
    const { id } = await withdrawal('50')
    await db().transaction((tx) =>
      decidePayment(tx, by(other), { id, decision: 'complete', transactionHash: 'ab12' }),
    )
    const mine = userId
    userId = await join(db())
    await withdrawal('20')
    const shown = await caseInvestor(db(), mine, after(1))
    expect(shown).toMatchObject({
      balances: [{ currency: 'USDT', free: '150', deposits: '0' }],
      withdrawals: { count: 1, worth: '50', largest: '50', lastAt: firstDay.toISOString() },
      topUps: { count: 1, worth: '200' },
    })
    const [shared] = shown.shared
    expect(shared?.kind).toBe('wallet')
    expect(shared?.accounts.length).toBeGreaterThan(0)
  })
})
