import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { payments } from '../../backend/db/schema/transfers'
import { users } from '../../backend/db/schema/users'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { tronWallet as wallet } from '../support/investor'
import { type Sending, ask as askOf } from './client'
import { type Person, newInvestor, signIn, topUp } from './people'
import { type Refusals } from './refusals'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

const { operator } = contract
const system = 'usdt-trc20'
const newHash = () => randomBytes(32).toString('hex')

/** A withdrawal of a new investor that the cashier has approved. */
async function approvedPayment(upstream: TestUpstream, by: Sending) {
  const person = await newInvestor(upstream)
  await topUp(upstream, person, '100')
  const request = { system, amount: '50', wallet, currentPassword: person.password }
  const { payment } = await askOf(upstream, contract.payments.create, request, person)
  await askOf(upstream, operator.decidePayment, { id: payment.id, decision: 'approve' }, by)
  return { person, id: payment.id }
}

/** Each call about batches, checked against the contract's schema. */
export function batchShapes(upstreamOf: () => TestUpstream, { ask }: { ask: Ask }): void {
  it('let approved withdrawals leave in batches, and complete them by their transfers', async () => {
    const by = await signIn(upstreamOf(), 'cashier')
    const { id } = await approvedPayment(upstreamOf(), by)
    const { items } = await ask(operator.batchDrafts, {}, by)
    const waiting = items.find((one) => one.system === system)!
    const { draft, payments: rows } = await ask(operator.batchDraft, { system }, by)
    expect(draft).toEqual(waiting)
    expect(rows.at(-1)).toMatchObject({ id, wallet, amount: '49' })
    const request = { system, checksum: draft.checksum }
    const first = await ask(operator.createBatch, request, by)
    expect(first.batch).toMatchObject({ status: 'open', createdBy: 'cashier', checksum: draft.checksum })
    expect((await ask(operator.payments, { search: id }, by)).items[0]).toMatchObject({
      batch: first.batch.id,
    })
    const dissolved = await ask(operator.dissolveBatch, { id: first.batch.id }, by)
    expect(dissolved.batch.status).toBe('dissolved')

    const { batch } = await ask(operator.createBatch, request, by)
    const file = await ask(operator.downloadBatch, { id: batch.id, file: 'wallet' }, by)
    expect(file.text).toContain(`${wallet},49\n`)
    for (const other of rows.slice(0, -1)) {
      const removal = { id: batch.id, payment: other.id, reason: 'Not sent.' }
      await ask(operator.takeOutOfBatch, removal, by)
    }
    const removed = await approvedPayment(upstreamOf(), by)
    const next = (await ask(operator.batchDraft, { system }, by)).draft.checksum
    const second = (await ask(operator.createBatch, { system, checksum: next }, by)).batch.id
    await ask(operator.takeOutOfBatch, { id: second, payment: removed.id, reason: 'Not sent.' }, by)

    const transfers = [{ payment: id, transactionHash: newHash(), wallet, amount: '49' }]
    const { results } = await ask(operator.previewTransfers, { id: batch.id, transfers }, by)
    expect(results).toMatchObject([{ payment: id, result: 'completed' }])
    const report = await ask(operator.reportTransfers, { id: batch.id, transfers }, by)
    expect(report).toMatchObject({ results, batch: { status: 'paid', paid: 1 } })
    expect((await ask(operator.batch, { id: batch.id }, by)).payments[0]).toMatchObject({
      ...{ id, status: 'completed', transactionHash: transfers[0]!.transactionHash },
    })
    const paid = await ask(operator.batches, { status: 'paid' }, by)
    expect(paid.items[0]).toMatchObject({ id: batch.id })
  })
}

/** Refusals of batches. */
export function batchRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const draftOf = (by: Sending) => askOf(refusals.upstream, operator.batchDraft, { system }, by)

  it('batches: what does not exist, or was dissolved', async () => {
    const by = await signIn(refusals.upstream, 'cashier')
    const transfers = [{ payment: 'none', transactionHash: newHash() }]
    for (const [call, input] of [
      [operator.batchDraft, { system: 'none' }],
      [operator.batch, { id: 'none' }],
      [operator.createBatch, { system: 'none', checksum: 'none' }],
      [operator.downloadBatch, { id: 'none', file: 'table' }],
      [operator.previewTransfers, { id: 'none', transfers }],
      [operator.reportTransfers, { id: 'none', transfers }],
      [operator.takeOutOfBatch, { id: 'none', payment: 'none', reason: 'Not sent.' }],
      [operator.dissolveBatch, { id: 'none' }],
    ] as [Call, Record<string, unknown>][])
      await refused('not_found', call, input, by)
    await refused('changed_meanwhile', operator.createBatch, { system, checksum: 'another' }, by)
  })

  it('batches: a withdrawal in one is decided there, once, and not while its account is frozen', async () => {
    const { upstream } = refusals
    const by = await signIn(upstream, 'cashier')
    const one = await approvedPayment(upstream, by)
    const other = await approvedPayment(upstream, by)
    const { draft } = await draftOf(by)
    const { batch } = await askOf(upstream, operator.createBatch, { system, checksum: draft.checksum }, by)
    const { id } = batch
    const rejection = { id: one.id, decision: 'reject', reason: 'No.' }
    await refused('payment_batched', operator.decidePayment, rejection, by)
    await refused('payment_batched', operator.previewDecision, { queue: 'payments', ...rejection }, by)
    await refused('payment_batched', contract.demo.decidePayment, rejection, one.person)
    if (upstream.here) {
      const { db } = upstream.here
      const freeze = (person: Person, frozenAt: Date | null) =>
        db.update(users).set({ frozenAt }).where(eq(users.id, person.id))
      await freeze(one.person, new Date())
      await refused('withdrawals_frozen', operator.downloadBatch, { id, file: 'wallet' }, by)
      await freeze(one.person, null)
      const pay = (to: string) => db.update(payments).set({ wallet: to }).where(eq(payments.id, one.id))
      await pay(fictitiousAddress('tron', 'of somebody else'))
      const { message } = await refused('batch_changed', operator.downloadBatch, { id, file: 'table' }, by)
      expect(message).not.toBe('')
      await pay(wallet)
    }
    await askOf(upstream, operator.downloadBatch, { id, file: 'wallet' }, by)
    await refused('batch_downloaded', operator.dissolveBatch, { id }, by)
    const transfers = [one, other].map((paid) => ({ payment: paid.id, transactionHash: newHash() }))
    await askOf(upstream, operator.reportTransfers, { id, transfers }, by)
    await refused('already_decided', operator.downloadBatch, { id, file: 'wallet' }, by)
    await refused('already_decided', operator.dissolveBatch, { id }, by)
    const removal = { id, payment: one.id, reason: 'Not sent.' }
    await refused('already_decided', operator.takeOutOfBatch, removal, by)
    const silent = await refused('validation', operator.takeOutOfBatch, { ...removal, reason: '' }, by)
    expect(silent.fields).toHaveProperty('reason.code', 'required')
  })
}
