import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeCompany } from '../../tests/support/operator-context'
import { after, at, firstDay, join, newId, topUp, wallets } from '../../tests/support/funds'
import { until } from '../../tests/support/program'
import { lockAccount } from '../db/lock-account'
import { inquiries } from '../db/schema/operator'
import { payments } from '../db/schema/transfers'
import { openDeposit } from '../funds/deposits'
import { lockInvestors } from '../funds/investors'
import { requestPayment } from '../funds/payments'
import { correctInvestorBalance } from './corrections'
import { decideInquiry } from './inquiries'
import { decidePayment } from './payments'

describeCompany('a decision on an investor whose income is due', (company) => {
  const db = () => company.database.db
  const tx = <Done>(work: (inside: ReturnType<typeof db>) => Promise<Done>) => db().transaction(work)

  /** An investor with a withdrawal, whose due income touches an inviter that has joined before. */
  async function invited() {
    const inviterId = await join(db())
    const userId = await join(db(), inviterId)
    await topUp(db(), { userId, amount: '1000' })
    await tx((inside) =>
      openDeposit(inside, at(firstDay), { userId, planId: 'breeze', currency: 'USDT', amount: '300' }),
    )
    const { id } = await tx((inside) =>
      requestPayment(inside, at(firstDay), {
        ...{ userId, systemId: 'usdt-trc20', amount: '100', wallet: wallets['usdt-trc20'] },
      }),
    )
    return { inviterId, userId, id }
  }

  const isWaiting = async () => {
    const { rows } = await db().execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length > 0
  }

  /** Something that locks both, the inviter first, as the jobs do, and begins before the decision and ends after it. */
  async function besides(
    { inviterId, userId }: { inviterId: string; userId: string },
    decide: () => Promise<unknown>,
  ): Promise<void> {
    let begun = () => {}
    const holds = new Promise<void>((resolve) => (begun = resolve))
    const other = tx(async (inside) => {
      await lockInvestors(inside, [inviterId], 0)
      begun()
      await until('the decision waits', isWaiting)
      await lockInvestors(inside, [userId], 0)
    })
    await holds
    expect((await Promise.allSettled([decide(), other])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ])
  }

  test('waits for what locks both, and not in a circle', async () => {
    const found = await invited()
    const decision = { id: found.id, decision: 'approve' } as const
    await besides(found, () => tx((inside) => decidePayment(inside, company.operator(after(2)), decision)))
    const [payment] = await db().select().from(payments).where(eq(payments.id, found.id))
    expect(payment?.approvedAt).toEqual(after(2))
  })

  test('nor does a correction of the balance', async () => {
    const found = await invited()
    const correction = { id: found.userId, direction: 'credit', currency: 'USDT', amount: '5' } as const
    await besides(found, () =>
      tx((inside) =>
        correctInvestorBalance(inside, company.operator(after(2)), { ...correction, reason: 'As agreed.' }),
      ),
    )
  })

  test('nor does the erasure of an account whose deletion is asked for again', async () => {
    const userId = await join(db())
    const ask = (inside: ReturnType<typeof db>) =>
      inside
        .insert(inquiries)
        .values({ id: newId(), kind: 'deletion', userId, createdAt: firstDay })
        .onConflictDoNothing()
        .returning({ id: inquiries.id })
    const [request] = await ask(db())
    let begun = () => {}
    const holds = new Promise<void>((resolve) => (begun = resolve))
    const again = tx(async (inside) => {
      await lockAccount(inside, userId)
      begun()
      await until('the decision waits', isWaiting)
      return ask(inside)
    })
    await holds
    const decision = { id: request!.id, decision: 'complete', reason: 'As was asked' } as const
    const decided = tx((inside) => decideInquiry(inside, company.operator(after(2)), decision))
    const ended = await Promise.allSettled([decided, again])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await db().select().from(inquiries).where(eq(inquiries.userId, userId))).toMatchObject([
      { id: request!.id, status: 'done' },
    ])
  })
})
