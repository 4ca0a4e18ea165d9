import { paymentCancel } from '~/contract/extensions/investor'
import { paths } from '~/paths'
import { type Booked, defineMoneyForm, newest } from './define-money-form.server'

/**
 * Cancels a withdrawal. The withdrawal has no time of its cancellation; the operation that returned its money does.
 */
export const cancellation = defineMoneyForm({
  name: 'paymentCancel.cancel',
  call: paymentCancel.cancel,
  send: (upstream, sent: { id: string }, options) => upstream.paymentCancel.cancel(sent, options),
  entryIn: ({ payment: { id } }): Booked => ({ id }),
  async list(upstream) {
    const query = { ...newest, sort: 'createdAt', type: 'payment_return' } as const
    const { items } = await upstream.user.operations(query)
    return { items: items.map(({ reference, createdAt }) => ({ id: reference?.id ?? null, createdAt })) }
  },
  idOf: ({ id }) => id,
  differs: ({ id }, values) => id !== values.id,
  madeAt: ({ createdAt = null }) => createdAt,
  flash: 'paymentCancelled',
  flashOf: ({ keptPurchase }) => (keptPurchase ? 'paymentCancelledKept' : 'paymentCancelled'),
  pages: {
    entry: paths.withdrawal,
    list: paths.withdrawals(),
    again: ({ id = '' }) => paths.cancelWithdrawal(id),
  },
})
