import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { proposals } from '../../backend/db/schema/operator'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { newPerson, tronWallet } from '../support/investor'
import { ask } from './client'
import { type Pair, withFourEyes } from './four-eyes'
import { newInvestor, topUp } from './people'
import { type Refusals } from './refusals'
import { withFactor } from './second-factors'
import { type TestUpstream } from './upstream'
import { lateTransfer } from '../support/waiting-transfers'

const { operator } = contract

/** Refusals of four eyes. */
export function approvalRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('four eyes: a second proposal about one subject, for every call that may propose', () =>
    withFourEyes(refusals.upstream, async ({ first, second }) => {
      const person = await newInvestor(refusals.upstream)
      await topUp(refusals.upstream, person, '150')
      const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
      const withPassword = { ...request, currentPassword: person.password }
      const { payment } = await ask(refusals.upstream, contract.payments.create, withPassword, person)
      const batched = await ask(refusals.upstream, contract.payments.create, withPassword, person)
      const batch = await downloadedBatch(refusals, { first, second }, batched.payment.id)
      const reason = 'The signer left it out.'
      const refill = await ask(
        refusals.upstream,
        contract.refills.create,
        { system: 'trx', amount: '500' },
        person,
      )
      const lost = await withFactor(refusals.upstream)
      const arrived = { creditedAmount: '500', transactionHash: randomUUID() }
      const correction = { direction: 'debit', currency: 'USDT', amount: '5', reason: 'Credited twice.' }
      const addresses = [fictitiousAddress('bitcoin', randomUUID())]
      const inputs: [Call, Record<string, unknown>][] = [
        [operator.decidePayment, { id: payment.id, decision: 'complete', transactionHash: 'a1b2' }],
        [operator.decideRefill, { id: refill.id, decision: 'approve', ...arrived }],
        [operator.editSetting, { key: 'rewards', value: { holdFirstTerm: false } }],
        [operator.editPlan, { id: 'depth', dailyPercent: '2.5' }],
        [operator.addAddresses, { id: 'btc', addresses }],
        [operator.editPaymentSystem, { id: 'eth', title: 'Ether' }],
        [operator.editSubscriptionOption, { id: 'month', price: '31' }],
        [operator.correctBalance, { id: person.id, ...correction }],
        [operator.setRate, { coin: 'ETH', rate: '2999' }],
        [operator.takeOutOfBatch, { id: batch, payment: batched.payment.id, reason }],
        [operator.removeFactors, { id: lost.id, reason }],
        [operator.replaceContacts, { id: lost.id, decision: 'plan', email: newPerson().email, reason }],
      ]
      const { here } = refusals.upstream
      if (here) {
        const top = { system: 'usdt-trc20', amount: '500' }
        const { id: topUpId } = await ask(refusals.upstream, contract.refills.create, top, person)
        const { id } = await lateTransfer(here.db, topUpId)
        inputs.push([operator.decideTransfer, { id, decision: 'approve', refill: topUpId }])
      }
      for (const [call, input] of inputs) {
        const answer = await ask(refusals.upstream, call, input, first)
        await refused('proposal_open', call, input, second)
        if (call === operator.decidePayment)
          await refused('proposal_open', operator.previewDecision, { queue: 'payments', ...input }, second)
        const { id } = (answer as { proposal: { id: string } }).proposal
        await ask(refusals.upstream, operator.decideProposal, { id, decision: 'withdraw' }, first)
      }
    }))

  it('four eyes: a decision on a proposal', () =>
    withFourEyes(refusals.upstream, async ({ first, second }) => {
      await refused('not_found', operator.proposal, { id: 'none' }, first)
      await refused('not_found', operator.decideProposal, { id: 'none', decision: 'approve' }, first)
      const propose = async () => {
        const edit = { id: 'depth', dailyPercent: '2.4' }
        const { proposal } = await ask(refusals.upstream, operator.editPlan, edit, first)
        return proposal!.id
      }
      const id = await propose()
      await refused('own_proposal', operator.decideProposal, { id, decision: 'approve' }, first)
      await refused('forbidden', operator.decideProposal, { id, decision: 'withdraw' }, second)
      if (refusals.upstream.here) {
        const invited = await invitedBy(refusals.upstream, first)
        await refused(
          'approver_not_independent',
          operator.decideProposal,
          { id, decision: 'approve' },
          invited,
        )
      }
      await refused('validation', operator.decideProposal, { id, decision: 'reject' }, second)
      await ask(refusals.upstream, operator.decideProposal, { id, decision: 'withdraw' }, first)
      await refused('already_decided', operator.decideProposal, { id, decision: 'approve' }, second)
      if (!refusals.upstream.here) return
      const late = await propose()
      const { db } = refusals.upstream.here
      await db
        .update(proposals)
        .set({ expiresAt: new Date(0) })
        .where(eq(proposals.id, late))
      await refused('proposal_expired', operator.decideProposal, { id: late, decision: 'approve' }, second)
    }))
}

/** An admin who was invited just now. @returns their bearer */
async function invitedBy(upstream: TestUpstream, by: { token: string }): Promise<{ token: string }> {
  const { login, email, password } = newPerson()
  await ask(upstream, operator.inviteOperator, { email, role: 'admin' }, by)
  await upstream.here!.answered()
  const mail = upstream.here!.messages.findLast(({ recipient }) => recipient === email)!
  const token = String(mail.values['invitation']).split('/').at(-1)!
  await ask(upstream, contract.invitations.accept, { token, login, password })
  return { token: (await ask(upstream, contract.auth.login, { login, password })).refreshToken }
}

/** A batch with a withdrawal that both have approved, whose file is given out. @returns its id */
async function downloadedBatch(
  { upstream }: Refusals,
  { first, second }: Pair,
  paymentId: string,
): Promise<string> {
  const approval = { id: paymentId, decision: 'approve' }
  const { proposal } = await ask(upstream, operator.decidePayment, approval, first)
  await ask(upstream, operator.decideProposal, { id: proposal!.id, decision: 'approve' }, second)
  const system = 'usdt-trc20'
  const { draft } = await ask(upstream, operator.batchDraft, { system }, first)
  const { batch } = await ask(upstream, operator.createBatch, { system, checksum: draft.checksum }, first)
  await ask(upstream, operator.downloadBatch, { id: batch.id, file: 'wallet' }, first)
  return batch.id
}
