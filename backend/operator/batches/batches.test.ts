import { createHash, randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../../tests/support/operator-context'
import { after, at, firstDay, join, newId, topUp } from '../../../tests/support/funds'
import { batchedPayments } from '../../db/schema/batches'
import { notifications } from '../../db/schema/notifications'
import { payments } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { fictitiousAddress } from '../../domain/addresses'
import { balanceOf } from '../../funds/balance'
import { requestPayment } from '../../funds/payments'
import { type Services } from '../../services'
import { decidePayment, ownedPayment } from '../payments'
import { batchOf, createBatch, dissolveBatch, downloadBatch, listBatches, takeOutOfBatch } from './batches'
import { draftOf, listDrafts } from './drafts'
import { type Transfer, judgeTransfers, reportTransfers } from './transfers'

/** Their investors have no address for messages. */
const services = {
  newId,
  productClock: { now: () => firstDay },
  realClock: { now: () => firstDay },
  publicUrl: null,
} as unknown as Services

const system = 'usdt-trc20'
const randomHash = () => randomBytes(32).toString('hex')
const hashes = { a: 'a'.repeat(64), b: 'b'.repeat(64), c: 'c'.repeat(64) }

describeCompany('batches of withdrawals', (company) => {
  const db = () => company.database.db
  const tx = <Done>(work: (inside: ReturnType<typeof db>) => Promise<Done>) => db().transaction(work)
  const operator = () => company.operator()

  /** Approved withdrawals, each of an investor of its own to a wallet of its own. */
  async function approved(...amounts: string[]): Promise<string[]> {
    const ids: string[] = []
    for (const [place, amount] of amounts.entries()) {
      const userId = await join(db())
      await topUp(db(), { userId, amount: '500' })
      const wallet = fictitiousAddress('tron', userId)
      const { id } = await tx((inside) =>
        requestPayment(inside, at(firstDay), { userId, systemId: system, amount, wallet }),
      )
      await tx((inside) =>
        decidePayment(inside, company.operator(after(1, place)), { id, decision: 'approve' }),
      )
      ids.push(id)
    }
    return ids
  }
  const make = async () => {
    const { draft } = await draftOf(db(), system, firstDay)
    return tx((inside) => createBatch(inside, operator(), { system, checksum: draft.checksum }))
  }
  const download = (id: string, file: 'wallet' | 'table' = 'wallet') =>
    tx((inside) => downloadBatch(inside, operator(), { id, file }))
  const report = (id: string, transfers: Transfer[]) =>
    tx((inside) => reportTransfers(inside, services, operator(), { id, transfers }))
  const takeOut = (id: string, payment: string, reason = 'The signer left it out.') =>
    tx((inside) => takeOutOfBatch(inside, operator(), { id, payment, reason }))
  const resultsOf = (reported: { result: string }[]) => reported.map(({ result }) => result)
  const refusal = (code: string) => ({ code })
  const paymentRows = (ids: string[]) => db().select().from(payments).where(inArray(payments.id, ids))

  beforeEach(async () => {
    // What an earlier test has left approved waits for no batch of this one.
    await db().update(payments).set({ approvedAt: null }).where(eq(payments.status, 'under_review'))
    await db().update(batchedPayments).set({ takenOutAt: firstDay })
  })

  test('a batch has what was approved, as files of exact net amounts under one checksum', async () => {
    const ids = await approved('50.5', '70')
    const { draft } = await draftOf(db(), system, firstDay)
    expect(draft).toMatchObject({ count: 2, total: '118.5', more: 0, frozen: 0, currency: 'USDT' })
    expect((await listDrafts(db(), firstDay)).items).toEqual([draft])
    const id = await make()

    const rows = await paymentRows(ids)
    const walletOf = (place: number) => rows.find((row) => row.id === ids[place])!.wallet
    const lines = `${walletOf(0)},49.5\n${walletOf(1)},69\n`
    const checksum = createHash('sha256').update(lines).digest('hex')
    expect(draft.checksum).toBe(checksum)
    const shown = await batchOf(db(), id, firstDay)
    expect(shown.batch).toMatchObject({ status: 'open', count: 2, paid: 0, total: '118.5', checksum })
    expect(shown.payments.map((one) => [one.id, one.amount])).toEqual([
      [ids[0], '49.5'],
      [ids[1], '69'],
    ])
    expect((await listBatches(db(), { status: 'open' })).items[0]).toEqual(shown.batch)
    expect((await listDrafts(db(), firstDay)).items).toEqual([])
    expect(await ownedPayment(db(), ids[0]!, { language: 'en', now: firstDay })).toMatchObject({ batch: id })

    expect(await download(id)).toEqual({ name: `${system}_${checksum}.csv`, text: lines })
    const table = await download(id, 'table')
    expect(table.text.split('\r\n')[0]).toBe(
      'batch,withdrawal,address,amount,currency,network,transactionHash,checksum',
    )
    expect(table.text.split('\r\n')[1]).toBe(`${id},${ids[0]},${walletOf(0)},49.5,USDT,TRC-20,,${checksum}`)
    expect((await batchOf(db(), id, firstDay)).batch).toMatchObject({ status: 'downloaded' })
    expect((await trailOf(db())).filter((line) => line.includes(` ${id} `))).toEqual(
      ['create', 'download', 'download'].map((verb) => `batch.${verb} ${id} by ${company.operatorId}`),
    )
  })

  test('a withdrawal is in one batch only, however many are made of it at once', async () => {
    const [paymentId] = await approved('50')
    const made = await Promise.allSettled([make(), make(), make()])
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toEqual([
      expect.objectContaining(refusal('changed_meanwhile')),
      expect.objectContaining(refusal('changed_meanwhile')),
    ])
    const [row] = await db().select().from(batchedPayments).where(eq(batchedPayments.paymentId, paymentId!))
    const other = await approved('60').then(make)
    await expect(
      db().insert(batchedPayments).values({ batchId: other, paymentId: paymentId!, position: 9 }),
    ).rejects.toMatchObject({ cause: { constraint: 'batched_payments_payment_unique' } })
    expect(row!.batchId).not.toBe(other)
    await expect(make()).rejects.toMatchObject(refusal('changed_meanwhile'))
  })

  test('a withdrawal in a batch is decided there alone, until it is taken out with a reason', async () => {
    const [one, other] = await approved('50', '60')
    const id = await make()
    const decisions = [
      { decision: 'reject', reason: 'No.' },
      { decision: 'complete', transactionHash: hashes.a },
      { decision: 'approve' },
    ] as const
    const decide = (decision: (typeof decisions)[number]) =>
      tx((inside) => decidePayment(inside, operator(), { id: one!, ...decision }))
    await expect(decide(decisions[0])).rejects.toMatchObject({ code: 'payment_batched', params: { id } })
    await expect(decide(decisions[1])).rejects.toMatchObject(refusal('payment_batched'))
    await download(id)
    await expect(tx((inside) => dissolveBatch(inside, operator(), id))).rejects.toMatchObject(
      refusal('batch_downloaded'),
    )
    await expect(takeOut(id, one!, ' ')).rejects.toMatchObject(refusal('validation'))
    const before = (await batchOf(db(), id, firstDay)).batch.checksum
    await takeOut(id, one!)
    await expect(takeOut(id, one!)).rejects.toMatchObject(refusal('not_found'))
    const { batch, payments: rows } = await batchOf(db(), id, firstDay)
    expect(batch).toMatchObject({ count: 1, total: '59', status: 'downloaded' })
    expect(batch.checksum).not.toBe(before)
    expect(rows.map((row) => [row.id, row.takenOut])).toEqual([
      [other, false],
      [one, true],
    ])
    expect((await download(id)).name).toContain(batch.checksum)
    await decide(decisions[0])
    await takeOut(id, other!)
    expect((await batchOf(db(), id, firstDay)).batch.status).toBe('dissolved')
    await expect(download(id)).rejects.toMatchObject(refusal('already_decided'))
  })

  test('the transfer of a withdrawal that was taken out pays none that is left', async () => {
    const [hash, other] = [randomHash(), randomHash()]
    const [out, left] = await approved('50', '60')
    const id = await make()
    await takeOut(id, out!)
    await tx((inside) =>
      decidePayment(inside, operator(), { id: out!, decision: 'complete', transactionHash: hash }),
    )
    expect(resultsOf(await report(id, [{ payment: left!, transactionHash: hash }]))).toEqual(['hash_used'])
    expect(resultsOf(await report(id, [{ payment: left!, transactionHash: other }]))).toEqual(['completed'])
  })

  test('what a report shows to be with the signer is sent, though its investor changes the account then', async () => {
    const [hash, other] = [randomHash(), randomHash()]
    const [one, two] = await approved('50', '60')
    const id = await make()
    await report(id, [{ payment: one!, transactionHash: hash }])
    await download(id, 'table')
    const [{ userId }] = (await paymentRows([two!])) as [typeof payments.$inferSelect]
    await db()
      .update(users)
      .set({ withdrawalsRestUntil: after(5), withdrawalsRestReason: 'password' })
      .where(eq(users.id, userId))
    expect(resultsOf(await report(id, [{ payment: two!, transactionHash: other }]))).toEqual(['completed'])
  })

  test('transfers complete their withdrawals once, with a result for each', async () => {
    const [one, two, three] = await approved('50', '60', '70')
    const id = await make()
    await download(id)
    const [{ wallet, userId }] = (await paymentRows([one!])) as [typeof payments.$inferSelect]
    const [elsewhere] = await approved('40')
    const used = randomBytes(32).toString('hex')
    await tx((inside) =>
      decidePayment(inside, operator(), { id: elsewhere!, decision: 'complete', transactionHash: used }),
    )
    const file: Transfer[] = [
      { payment: one!, transactionHash: hashes.a.toUpperCase(), wallet, amount: '49.00' },
      { payment: two!, transactionHash: hashes.a, wallet },
      { payment: three!, transactionHash: used },
      { payment: elsewhere!, transactionHash: hashes.b },
    ]
    expect(resultsOf(await judgeTransfers(db(), { id, transfers: file, now: firstDay }))).toEqual([
      ...['completed', 'changed', 'hash_used', 'not_in_batch'],
    ])
    expect((await batchOf(db(), id, firstDay)).batch.paid).toBe(0)
    await report(id, file)
    const again = resultsOf(await report(id, file))
    expect(again).toEqual(['already_completed', 'changed', 'hash_used', 'not_in_batch'])
    expect((await balanceOf(db(), userId, after(1))).balance).toBe('450')
    const sent = await db().select().from(notifications).where(eq(notifications.userId, userId))
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['payment_completed', 'refill_credited'])
    expect((await paymentRows([one!, two!])).map((row) => row.transactionHash).sort()).toEqual([
      hashes.a,
      null,
    ])
    await expect(download(id)).rejects.toMatchObject(refusal('already_decided'))

    const rest: Transfer[] = [
      { payment: one!, transactionHash: hashes.b },
      { payment: two!, transactionHash: `0x${hashes.a}` },
      { payment: three!, transactionHash: hashes.b },
      { payment: three!, transactionHash: hashes.c },
    ]
    expect(resultsOf(await report(id, rest))).toEqual([
      ...['decided_otherwise', 'hash_invalid', 'repeated', 'repeated'],
    ])
    // One transfer may pay many.
    const last = [two!, three!].map((payment) => ({ payment, transactionHash: hashes.a }))
    const both = await Promise.all([report(id, last), report(id, last)])
    expect(both.map(resultsOf).sort()).toEqual([
      ['already_completed', 'already_completed'],
      ['completed', 'completed'],
    ])
    expect((await batchOf(db(), id, firstDay)).batch).toMatchObject({ status: 'paid', paid: 3, count: 3 })
    const trail = await trailOf(db())
    for (const payment of [one, two, three])
      expect(trail.filter((line) => line.startsWith(`payment.complete ${payment} `))).toHaveLength(1)
    expect(trail.filter((line) => line.startsWith(`batch.report ${id} `))).toHaveLength(2)
    await expect(takeOut(id, two!)).rejects.toMatchObject(refusal('already_decided'))
    await expect(tx((inside) => dissolveBatch(inside, operator(), id))).rejects.toMatchObject(
      refusal('already_decided'),
    )
  })

  test('no file has a withdrawal of a frozen account, or one that was changed since', async () => {
    const [one, two] = await approved('50', '60')
    const id = await make()
    const [row] = (await paymentRows([one!])) as [typeof payments.$inferSelect]
    const freeze = (frozenAt: Date | null) =>
      db().update(users).set({ frozenAt }).where(eq(users.id, row.userId))
    await freeze(firstDay)
    await expect(download(id)).rejects.toMatchObject(refusal('withdrawals_frozen'))
    const transfers = [{ payment: one!, transactionHash: randomBytes(32).toString('hex') }]
    expect(resultsOf(await report(id, transfers))).toEqual(['frozen'])
    expect((await batchOf(db(), id, firstDay)).payments[0]).toMatchObject({ id: one, frozen: true })
    await tx((inside) => dissolveBatch(inside, operator(), id))
    expect((await draftOf(db(), system, firstDay)).draft).toMatchObject({ count: 1, frozen: 1 })
    expect((await batchOf(db(), id, firstDay)).batch).toMatchObject({ status: 'dissolved', count: 2 })
    await freeze(null)

    const next = await make()
    expect((await batchOf(db(), next, firstDay)).payments.map((payment) => payment.id)).toEqual([one, two])
    const wallet = fictitiousAddress('tron', 'of somebody else')
    await db().update(payments).set({ wallet }).where(eq(payments.id, two!))
    await expect(download(next)).rejects.toMatchObject(refusal('batch_changed'))
    expect((await batchOf(db(), next, firstDay)).batch.status).toBe('open')
  })

  test('a file that is asked for while an account is being frozen is not given out', async () => {
    const [one] = await approved('50')
    const id = await make()
    const [row] = (await paymentRows([one!])) as [typeof payments.$inferSelect]
    let file: Promise<unknown> | undefined
    await tx(async (inside) => {
      await inside.update(users).set({ frozenAt: firstDay }).where(eq(users.id, row.userId))
      file = download(id)
      file.catch(() => undefined)
    })
    await expect(file).rejects.toMatchObject(refusal('withdrawals_frozen'))
    expect((await batchOf(db(), id, firstDay)).batch.status).toBe('open')
  })

  test('a decision that is under way keeps its withdrawal out of a batch', async () => {
    const [one] = await approved('50')
    const { draft } = await draftOf(db(), system, firstDay)
    let batch: Promise<string> | undefined
    await tx(async (inside) => {
      await decidePayment(inside, operator(), { id: one!, decision: 'reject', reason: 'No.' })
      batch = tx((other) => createBatch(other, operator(), { system, checksum: draft.checksum }))
      batch.catch(() => undefined)
    })
    await expect(batch).rejects.toMatchObject(refusal('changed_meanwhile'))
  })
})
