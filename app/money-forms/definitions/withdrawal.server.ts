import { type CallInput } from '~/contract/call'
import { payments } from '~/contract/funds'
import { isSameAddress } from '~/formats/wallet-address.server'
import { withSystemIds } from '~/investments/systems.server'
import { paths } from '~/paths'
import { amountFields, defineMoneyForm, isSameAmount, newest } from './define-money-form.server'

/** Requests a withdrawal: a payment. */
export const withdrawal = defineMoneyForm({
  name: 'payments.create',
  call: payments.create,
  send: (upstream, sent: CallInput<typeof payments.create>, options) =>
    upstream.payments.create(sent, options),
  entryIn: ({ payment }) => payment,
  list: (upstream) => upstream.payments.list({ ...newest, sort: 'createdAt' }),
  withIds: (upstream, payments, { system }) => withSystemIds(upstream, payments, system),
  differs: ({ system, wallet, amount }, values) =>
    system !== values.system ||
    (wallet !== null && !isSameAddress(wallet, values.wallet ?? '')) ||
    !isSameAmount(amount, values.amount),
  madeAt: ({ createdAt }) => createdAt,
  isUndone: ({ status }) => status === 'rejected',
  fieldOf: {
    ...amountFields,
    wallet_required: 'wallet',
    refill_required: 'system',
    deposit_required: 'system',
    verification_required: 'system',
  },
  makesEntry: true,
  flash: 'requestSent',
  duplicate: 'refusals:duplicate.of.withdrawal',
  pages: {
    entry: paths.withdrawal,
    list: paths.withdrawals(),
    again: ({ system }) => paths.newWithdrawal({ system }),
  },
})
