import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { investorChanges } from '~/contract/extensions/operator/investors'
import { users } from '../../backend/db/schema/users'
import { type Sending } from './client'
import { withFourEyes } from './four-eyes'
import { newInvestor, topUp } from './people'
import { withFactor } from './second-factors'
import { tronWallet } from '../support/investor'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

const { operator } = contract

/** Each call of four eyes, checked against the contract's schema. */
export function approvalShapes(upstreamOf: () => TestUpstream, { ask }: { ask: Ask }): void {
  it('make a change wait for a second operator, and show it before and after', () =>
    withFourEyes(upstreamOf(), async ({ first, second }) => {
      const before = await ask(operator.plans, {}, first)
      const edit = { id: 'tsunami', dailyPercent: '3.14', reason: 'As agreed.' }
      const { proposal, ...plan } = await ask(operator.editPlan, edit, first)
      expect(plan.dailyPercent).not.toBe('3.14')
      expect(await ask(operator.plans, {}, first)).toEqual(before)
      expect(proposal).toMatchObject({
        ...{ call: 'operator.editPlan', subject: { kind: 'plan', id: 'tsunami' }, status: 'open' },
        ...{
          reason: 'As agreed.',
          proposed: { by: 'operator' },
          decided: null,
          isOwn: true,
          mayDecide: false,
        },
      })
      expect(proposal!.facts).toContainEqual({
        ...{ name: 'dailyPercent', before: plan.dailyPercent },
        after: '3.14',
      })
      const { id } = proposal!
      expect((await ask(operator.summary, {}, second)).queues.proposals).toBe(1)
      expect((await ask(operator.summary, {}, second)).fourEyes).toBe(true)
      const { items } = await ask(operator.proposals, { status: 'open' }, second)
      expect(items).toMatchObject([{ id, isOwn: false, mayDecide: true }])
      const approved = await ask(operator.decideProposal, { id, decision: 'approve' }, second)
      expect(approved.proposal).toMatchObject({ id, status: 'approved', decided: { by: 'admin' } })
      expect(await ask(operator.proposal, { id }, second)).toEqual(approved.proposal)
      const { items: plans } = await ask(operator.plans, {}, first)
      expect(plans.find((one) => one.id === 'tsunami')?.dailyPercent).toBe('3.14')
    }))

  it('make the decision on a withdrawal wait, which its case names', () =>
    withFourEyes(upstreamOf(), async ({ first, second }) => {
      const person = await newInvestor(upstreamOf())
      await topUp(upstreamOf(), person, '100')
      const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
      const withPassword = { ...request, currentPassword: person.password }
      const { payment } = await ask(contract.payments.create, withPassword, person)
      const paid = { id: payment.id, decision: 'complete', transactionHash: 'ef56' }
      const answer = await ask(operator.decidePayment, paid, first)
      expect(answer.payment).toMatchObject({ status: 'pending', proposal: { by: 'operator' } })
      expect(answer.proposal?.id).toBe(answer.payment.proposal?.id)
      const rejection = { id: answer.proposal!.id, decision: 'reject', reason: 'Too early.' }
      const { proposal } = await ask(operator.decideProposal, rejection, second)
      expect(proposal).toMatchObject({ status: 'rejected', decided: { reason: 'Too early.' } })
      const { items } = await ask(operator.payments, { search: payment.id }, first)
      expect(items).toMatchObject([{ status: 'pending', proposal: null }])
    }))

  it('preview a change of an account as one that waits exactly where it does', () =>
    withFourEyes(upstreamOf(), async ({ first, second }) => {
      const { here } = upstreamOf()
      if (!here) return
      const { id, ...person } = await withFactor(upstreamOf())
      const reason = 'As agreed.'
      const email = `new-${person.email}`
      const sum = { currency: 'USDT', amount: '1' }
      const waits = async (change: string, call: Call, input: Record<string, unknown> = {}) => {
        const preview = await ask(operator.investorPreview, { id, change, reason, email, ...sum }, first)
        const answer = (await ask(call, { id, reason, ...input }, first)) as {
          proposal?: { id: string } | null
        }
        if (answer.proposal)
          await ask(operator.decideProposal, { id: answer.proposal.id, decision: 'approve' }, second)
        return [change, preview.needsSecond, Boolean(answer.proposal)]
      }
      const found = [
        await waits('suspend', operator.decideUser, { decision: 'suspend' }),
        await waits('restore', operator.decideUser, { decision: 'restore' }),
        await waits('end_sessions', operator.endSessions),
        await waits('credit', operator.correctBalance, { direction: 'credit', ...sum }),
        await waits('debit', operator.correctBalance, { direction: 'debit', ...sum }),
        await waits('replace_contacts', operator.replaceContacts, { decision: 'plan', email }),
        await waits('keep_contacts', operator.replaceContacts, { decision: 'cancel' }),
        await waits('remove_factors', operator.removeFactors),
      ]
      await here.db.update(users).set({ frozenAt: new Date() }).where(eq(users.id, id))
      found.push(await waits('unfreeze', operator.unfreezeUser))
      expect(found.map(([change]) => change).sort()).toEqual([...investorChanges].sort())
      expect(found.map(([change, shown]) => [change, shown])).toEqual(
        found.map(([change, , isProposed]) => [change, isProposed]),
      )
      expect(found.filter(([, , isProposed]) => isProposed).map(([change]) => change)).toEqual([
        'credit',
        'debit',
        'replace_contacts',
        'remove_factors',
      ])
    }))
}
