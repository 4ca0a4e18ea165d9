import { type CallInput } from '~/contract/call'
import { approvals } from '~/contract/extensions/operator/approvals'
import { operatorPaths } from '~/operator-paths'
import { type FlashKey } from '~/session/flash.server'
import { defineMoneyForm } from './define-money-form.server'

/** Approves what another operator has proposed, rejects it, or withdraws one's own. A proposal is decided once. */
export const decideProposal = defineMoneyForm({
  name: 'operator.decideProposal',
  call: approvals.decideProposal,
  send: (upstream, sent: CallInput<typeof approvals.decideProposal>, options) =>
    upstream.operator.decideProposal(sent, options),
  entryIn: ({ proposal }) => proposal,
  idOf: ({ id }) => id,
  list: async (upstream, { id = '' }) => ({ items: [await upstream.operator.proposal({ id })] }),
  differs: ({ id }, values) => id !== values.id,
  isMade: ({ status }, { decision = '' }) => outcomes[decision]?.includes(status) ?? false,
  madeAt: ({ decided }) => decided?.at ?? null,
  flash: 'proposalApproved',
  flashOf: ({ proposal: { status } }) => flashes[status] ?? 'paymentDecided',
  pages: {
    entry: operatorPaths.approval,
    list: operatorPaths.approvals(),
    again: ({ id = '' }) => operatorPaths.approval(id),
  },
})

/** What becomes of a proposal by each decision. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  approve: ['approved', 'failed'],
  reject: ['rejected'],
  withdraw: ['withdrawn'],
}

const flashes: Readonly<Record<string, FlashKey>> = {
  approved: 'proposalApproved',
  failed: 'proposalFailed',
  rejected: 'proposalRejected',
  withdrawn: 'proposalWithdrawn',
}
