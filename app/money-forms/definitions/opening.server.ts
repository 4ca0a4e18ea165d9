import { deposits } from '~/contract/funds'
import { paths } from '~/paths'
import { amountFields, defineMoneyForm, isSameAmount, newest } from './define-money-form.server'

/** Opens a deposit. */
export const opening = defineMoneyForm({
  name: 'deposits.create',
  call: deposits.create,
  send: (upstream, sent: { planId: string; currency: string; amount: string }, options) =>
    upstream.deposits.create(sent, options),
  entryIn: ({ deposit }) => deposit,
  list: (upstream) => upstream.deposits.list({ ...newest, sort: 'startedAt' }),
  differs: ({ plan, currency, amount }, values) =>
    (plan.id !== null && plan.id !== values.planId) ||
    currency !== values.currency ||
    !isSameAmount(amount, values.amount),
  madeAt: ({ startedAt }) => startedAt,
  isUndone: ({ status }) => status === 'closed',
  fallback: 'opening',
  fieldOf: { ...amountFields, plan_unavailable: 'planId' },
  makesEntry: true,
  flash: 'depositCreated',
  duplicate: 'refusals:duplicate.of.deposit',
  pages: {
    entry: paths.deposit,
    list: paths.deposits(),
    again: ({ planId, currency }) => paths.newDeposit({ planId, currency }),
  },
})
